package io.github.godotvariant.convert;

/**
 * What classes and stored properties of Godot 3.6 are called in Godot 4.6. Only classes that both
 * engines can make an object of, that have one successor and keep their purpose; only properties of
 * the same type and meaning. Tests compare the rows with what both engines list.
 */
final class RenameTables {
  private RenameTables() {}

  /** Class of Godot 3, class of Godot 4. */
  static final String CLASSES =
      """
      ARVRAnchor XRAnchor3D
      ARVRCamera XRCamera3D
      ARVRController XRController3D
      ARVROrigin XROrigin3D
      ARVRPositionalTracker XRPositionalTracker
      ARVRServer XRServer
      AStar AStar3D
      AnimatedSprite AnimatedSprite2D
      Area Area3D
      AudioStreamSample AudioStreamWAV
      BoneAttachment BoneAttachment3D
      BoxShape BoxShape3D
      CPUParticles CPUParticles3D
      CSGBox CSGBox3D
      CSGCombiner CSGCombiner3D
      CSGCylinder CSGCylinder3D
      CSGMesh CSGMesh3D
      CSGPolygon CSGPolygon3D
      CSGSphere CSGSphere3D
      CSGTorus CSGTorus3D
      Camera Camera3D
      CapsuleShape CapsuleShape3D
      CollisionPolygon CollisionPolygon3D
      CollisionShape CollisionShape3D
      ConcavePolygonShape ConcavePolygonShape3D
      ConeTwistJoint ConeTwistJoint3D
      ConvexPolygonShape ConvexPolygonShape3D
      CubeMap Cubemap
      CubeMesh BoxMesh
      CylinderShape CylinderShape3D
      DirectionalLight DirectionalLight3D
      GIProbe VoxelGI
      GIProbeData VoxelGIData
      Generic6DOFJoint Generic6DOFJoint3D
      GradientTexture GradientTexture1D
      HeightMapShape HeightMapShape3D
      HingeJoint HingeJoint3D
      KinematicBody CharacterBody3D
      KinematicBody2D CharacterBody2D
      KinematicCollision KinematicCollision3D
      LineShape2D WorldBoundaryShape2D
      Listener AudioListener3D
      Listener2D AudioListener2D
      MeshInstance MeshInstance3D
      MultiMeshInstance MultiMeshInstance3D
      NavigationAgent NavigationAgent3D
      NavigationMeshInstance NavigationRegion3D
      NavigationObstacle NavigationObstacle3D
      NavigationPolygonInstance NavigationRegion2D
      NetworkedMultiplayerCustom MultiplayerPeerExtension
      NetworkedMultiplayerENet ENetMultiplayerPeer
      NoiseTexture NoiseTexture2D
      ORMSpatialMaterial ORMMaterial3D
      Occluder OccluderInstance3D
      OmniLight OmniLight3D
      PHashTranslation OptimizedTranslation
      PacketPeerGDNative PacketPeerExtension
      PanoramaSky PanoramaSkyMaterial
      Particles GPUParticles3D
      Particles2D GPUParticles2D
      ParticlesMaterial ParticleProcessMaterial
      Path Path3D
      PathFollow PathFollow3D
      PhysicalBone PhysicalBone3D
      Physics2DShapeQueryParameters PhysicsShapeQueryParameters2D
      Physics2DTestMotionResult PhysicsTestMotionResult2D
      PhysicsShapeQueryParameters PhysicsShapeQueryParameters3D
      PhysicsTestMotionResult PhysicsTestMotionResult3D
      PinJoint PinJoint3D
      PlaneShape WorldBoundaryShape3D
      Position2D Marker2D
      Position3D Marker3D
      ProceduralSky ProceduralSkyMaterial
      RayCast RayCast3D
      RayShape SeparationRayShape3D
      RayShape2D SeparationRayShape2D
      Reference RefCounted
      RemoteTransform RemoteTransform3D
      RigidBody RigidBody3D
      ShapeCast ShapeCast3D
      ShortCut Shortcut
      Skeleton Skeleton3D
      SkeletonIK SkeletonIK3D
      SliderJoint SliderJoint3D
      SoftBody SoftBody3D
      Spatial Node3D
      SpatialMaterial StandardMaterial3D
      SphereShape SphereShape3D
      SpotLight SpotLight3D
      SpringArm SpringArm3D
      Sprite Sprite2D
      StaticBody StaticBody3D
      StreamPeerGDNative StreamPeerExtension
      StreamPeerSSL StreamPeerTLS
      StreamTexture CompressedTexture2D
      TCP_Server TCPServer
      Tabs TabBar
      TextureArray Texture2DArray
      TextureProgress TextureProgressBar
      VehicleBody VehicleBody3D
      VehicleWheel VehicleWheel3D
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
      World World3D
      """;

  /** Class of Godot 3, its property, the property in Godot 4. */
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
