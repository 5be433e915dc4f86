/**
 * A serializer, a deserializer and a serde for Apache Kafka. The payload of Kafka records is in
 * Godot's binary format. Start with {@link io.github.godotvariant.kafka.GodotVariantSerde}.
 *
 * <pre>{@code
 * GodotVariantSerde<PlayerUpdate> updates =
 *     new GodotVariantSerde<>(RecordCodec.of(PlayerUpdate.class));
 * Producer<String, PlayerUpdate> producer =
 *     new KafkaProducer<>(properties, new StringSerializer(), updates.serializer());
 * producer.send(new ProducerRecord<>("updates", "ada", update));
 * }</pre>
 *
 * <p><strong>A Java {@code null} is a tombstone in both directions. Godot's null is a value of four
 * bytes.</strong> In a compacted topic, Kafka removes the key of a tombstone, but keeps a key whose
 * value is Godot's null.
 */
@NullMarked
package io.github.godotvariant.kafka;

import org.jspecify.annotations.NullMarked;
