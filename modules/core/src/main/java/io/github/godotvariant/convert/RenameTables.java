package io.github.godotvariant.convert;

/**
 * The classes and stored properties that have different names in Godot 3.6 and 4.6. A class is in
 * the tables only if both engines can create objects of the class. In addition, exactly one class
 * of Godot 4 must have the same purpose. A property is in the tables only if its type and meaning
 * are the same in both versions. Tests compare the tables with the class lists of both engines.
 */
final class RenameTables {
  private RenameTables() {}

  /** The classes of Godot 3 whose name in Godot 4 is the same name with {@code 3D} at the end. */
  static final String CLASSES_WITH_3D =
      """
      AStar Area BoneAttachment BoxShape CPUParticles CSGBox CSGCombiner CSGCylinder CSGMesh
      CSGPolygon CSGSphere CSGTorus Camera CapsuleShape CollisionPolygon CollisionShape
      ConcavePolygonShape ConeTwistJoint ConvexPolygonShape CylinderShape DirectionalLight
      Generic6DOFJoint HeightMapShape HingeJoint KinematicCollision MeshInstance
      MultiMeshInstance NavigationAgent NavigationObstacle OmniLight Path PathFollow
      PhysicalBone PhysicsShapeQueryParameters PhysicsTestMotionResult PinJoint RayCast
      RemoteTransform RigidBody ShapeCast Skeleton SkeletonIK SliderJoint SoftBody
      SphereShape SpotLight SpringArm StaticBody VehicleBody VehicleWheel World
      """;

  /** All other renamed classes. Each line has the name in Godot 3 and the name in Godot 4. */
  static final String CLASSES =
      """
      ARVRAnchor XRAnchor3D
      ARVRCamera XRCamera3D
      ARVRController XRController3D
      ARVROrigin XROrigin3D
      ARVRPositionalTracker XRPositionalTracker
      ARVRServer XRServer
      AnimatedSprite AnimatedSprite2D
      AudioStreamSample AudioStreamWAV
      CubeMap Cubemap
      CubeMesh BoxMesh
      GIProbe VoxelGI
      GIProbeData VoxelGIData
      GradientTexture GradientTexture1D
      KinematicBody CharacterBody3D
      KinematicBody2D CharacterBody2D
      LineShape2D WorldBoundaryShape2D
      Listener AudioListener3D
      Listener2D AudioListener2D
      NavigationMeshInstance NavigationRegion3D
      NavigationPolygonInstance NavigationRegion2D
      NetworkedMultiplayerCustom MultiplayerPeerExtension
      NetworkedMultiplayerENet ENetMultiplayerPeer
      NoiseTexture NoiseTexture2D
      ORMSpatialMaterial ORMMaterial3D
      Occluder OccluderInstance3D
      PHashTranslation OptimizedTranslation
      PacketPeerGDNative PacketPeerExtension
      PanoramaSky PanoramaSkyMaterial
      Particles GPUParticles3D
      Particles2D GPUParticles2D
      ParticlesMaterial ParticleProcessMaterial
      Physics2DShapeQueryParameters PhysicsShapeQueryParameters2D
      Physics2DTestMotionResult PhysicsTestMotionResult2D
      PlaneShape WorldBoundaryShape3D
      Position2D Marker2D
      Position3D Marker3D
      ProceduralSky ProceduralSkyMaterial
      RayShape SeparationRayShape3D
      RayShape2D SeparationRayShape2D
      Reference RefCounted
      ShortCut Shortcut
      Spatial Node3D
      SpatialMaterial StandardMaterial3D
      Sprite Sprite2D
      StreamPeerGDNative StreamPeerExtension
      StreamPeerSSL StreamPeerTLS
      StreamTexture CompressedTexture2D
      TCP_Server TCPServer
      Tabs TabBar
      TextureArray Texture2DArray
      TextureProgress TextureProgressBar
      VideoPlayer VideoStreamPlayer
      ViewportContainer SubViewportContainer
      VisibilityEnabler VisibleOnScreenEnabler3D
      VisibilityEnabler2D VisibleOnScreenEnabler2D
      VisibilityNotifier VisibleOnScreenNotifier3D
      VisibilityNotifier2D VisibleOnScreenNotifier2D
      VisualShaderNodeBooleanUniform VisualShaderNodeBooleanParameter
      VisualShaderNodeColorUniform VisualShaderNodeColorParameter
      VisualShaderNodeCubeMap VisualShaderNodeCubemap
      VisualShaderNodeCubeMapUniform VisualShaderNodeCubemapParameter
      VisualShaderNodeScalarConstant VisualShaderNodeFloatConstant
      VisualShaderNodeScalarFunc VisualShaderNodeFloatFunc
      VisualShaderNodeScalarOp VisualShaderNodeFloatOp
      VisualShaderNodeScalarUniform VisualShaderNodeFloatParameter
      VisualShaderNodeTextureUniformTriplanar VisualShaderNodeTextureParameterTriplanar
      VisualShaderNodeTransformMult VisualShaderNodeTransformOp
      VisualShaderNodeTransformUniform VisualShaderNodeTransformParameter
      VisualShaderNodeUniformRef VisualShaderNodeParameterRef
      VisualShaderNodeVec3Uniform VisualShaderNodeVec3Parameter
      WebRTCDataChannelGDNative WebRTCDataChannelExtension
      WebRTCMultiplayer WebRTCMultiplayerPeer
      WebRTCPeerConnectionGDNative WebRTCPeerConnectionExtension
      """;

  /**
   * Renamed properties. Each line has the name of the class in Godot 3, and the names of the
   * property in Godot 3 and in Godot 4.
   */
  static final String PROPERTIES =
      """
      AnimatedSprite frames sprite_frames
      AnimatedSprite3D frames sprite_frames
      AudioEffectDelay feedback/active feedback_active
      AudioEffectDelay feedback/delay_ms feedback_delay_ms
      AudioEffectDelay feedback/level_db feedback_level_db
      AudioEffectDelay feedback/lowpass feedback_lowpass
      AudioEffectDelay tap1/active tap1_active
      AudioEffectDelay tap1/delay_ms tap1_delay_ms
      AudioEffectDelay tap1/level_db tap1_level_db
      AudioEffectDelay tap1/pan tap1_pan
      AudioEffectDelay tap2/active tap2_active
      AudioEffectDelay tap2/delay_ms tap2_delay_ms
      AudioEffectDelay tap2/level_db tap2_level_db
      AudioEffectDelay tap2/pan tap2_pan
      CanvasLayer follow_viewport_enable follow_viewport_enabled
      InputEventKey alt alt_pressed
      InputEventKey control ctrl_pressed
      InputEventKey meta meta_pressed
      InputEventKey shift shift_pressed
      InputEventMouseButton alt alt_pressed
      InputEventMouseButton control ctrl_pressed
      InputEventMouseButton doubleclick double_click
      InputEventMouseButton meta meta_pressed
      InputEventMouseButton shift shift_pressed
      InputEventMouseMotion alt alt_pressed
      InputEventMouseMotion control ctrl_pressed
      InputEventMouseMotion meta meta_pressed
      InputEventMouseMotion shift shift_pressed
      LineShape2D d distance
      NavigationMeshInstance navmesh navigation_mesh
      NavigationPolygonInstance navpoly navigation_polygon
      PathFollow offset progress
      PathFollow2D offset progress
      RayCast cast_to target_position
      RayCast2D cast_to target_position
      Sprite region_filter_clip region_filter_clip_enabled
      StyleBoxTexture margin_bottom texture_margin_bottom
      StyleBoxTexture margin_left texture_margin_left
      StyleBoxTexture margin_right texture_margin_right
      StyleBoxTexture margin_top texture_margin_top
      TouchScreenButton normal texture_normal
      TouchScreenButton pressed texture_pressed
      """;
}
