/**
 * Serializer, deserializer and serde for Apache Kafka: what a topic holds is what Godot writes.
 * Start with {@link io.github.godotvariant.kafka.GodotVariantSerde}.
 *
 * <pre>{@code
 * GodotVariantSerde<PlayerUpdate> updates =
 *     new GodotVariantSerde<>(RecordCodec.of(PlayerUpdate.class));
 * Producer<String, PlayerUpdate> producer =
 *     new KafkaProducer<>(properties, new StringSerializer(), updates.serializer());
 * producer.send(new ProducerRecord<>("updates", "ada", update));
 * }</pre>
 *
 * <p><strong>A {@code null} is a tombstone, in both directions; Nil is a value of four
 * bytes.</strong> A topic that is compacted forgets a key for the first and keeps the second.
 */
@NullMarked
package io.github.godotvariant.kafka;

import org.jspecify.annotations.NullMarked;
