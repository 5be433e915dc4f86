package io.github.godotvariant.engines;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.godotvariant.PackedByteArray;
import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.save.Compressed;
import io.github.godotvariant.save.Compression;
import io.github.godotvariant.save.EncryptionKey;
import io.github.godotvariant.save.Framing;
import io.github.godotvariant.save.SaveFile;
import io.github.godotvariant.save.SaveFormat;
import io.github.godotvariant.save.SaveOptions;
import io.github.godotvariant.testkit.RandomVariants;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Save files of every form go to real engines, and theirs come to us. */
class SaveFilesTest {
  private static final int VALUES = 200;
  private static final String PASSWORD = "pässwörd";

  /** How a file is called, what the script is told about it, and how we write it. */
  private record Form(String name, String form, String secret, SaveFormat format) {
    String line() {
      return name + " " + form + " " + secret + "\n";
    }
  }

  private static List<Form> forms(SaveFormat plain) {
    byte[] key = new byte[EncryptionKey.LENGTH];
    new Random(Exchange.SEED).nextBytes(key);
    List<Form> forms = new ArrayList<>();
    forms.add(new Form("plain", "store_var", "-", plain));
    forms.add(new Form("big", "big_endian", "-", plain.withFraming(Framing.STORE_VAR_BIG_ENDIAN)));
    for (Compression compression : Compression.values()) {
      if (compression.canCompress()) {
        String name = compression.name().toLowerCase(Locale.ROOT);
        forms.add(new Form(name, name, "-", plain.compressed(compression)));
        // Engines read any block size; they write one only. Large ones are FastLZ's level 2.
        forms.add(
            new Form(
                name + "-large",
                name,
                "-",
                plain.withLayers(List.of(new Compressed(compression, 1 << 17)))));
      }
    }
    forms.add(
        new Form("pass", "pass", PASSWORD, plain.encrypted(EncryptionKey.ofPassword(PASSWORD))));
    forms.add(
        new Form(
            "key", "key", HexFormat.of().formatHex(key), plain.encrypted(EncryptionKey.of(key))));
    return forms;
  }

  @ParameterizedTest
  @EnumSource(Release.class)
  void bothDirections(Release release) throws IOException {
    LiveEngine engine = Engines.of(release);
    VariantCodec codec = engine.codec();
    List<Variant> values = values(codec, release);
    List<Form> forms = forms(SaveFormat.of(codec.dialect()));
    Map<String, byte[]> given = new LinkedHashMap<>();
    StringBuilder list = new StringBuilder();
    for (Form form : forms) {
      list.append(form.line());
      given.put(form.name(), form.format().toByteArray(values));
      list.append(new Form("no-" + form.name(), form.form(), form.secret(), form.format()).line());
      given.put("no-" + form.name(), form.format().toByteArray(List.of()));
    }
    given.put("list.txt", list.toString().getBytes(StandardCharsets.UTF_8));
    Map<String, byte[]> taken = engine.exchangeFiles("saves.gd", given);
    for (Form form : forms) {
      check(codec, form, values, taken, form.name());
      check(codec, form, List.of(), taken, "no-" + form.name());
    }
    System.out.printf(
        "%s: %d save files of %d values there and back%n", engine, 2 * forms.size(), VALUES);
  }

  private static List<Variant> values(VariantCodec codec, Release release) {
    RandomVariants random = RandomVariants.of(codec.dialect(), Exchange.SEED);
    List<Variant> values = new ArrayList<>();
    values.add(PackedByteArray.wrap(new byte[300_000]));
    Stream.generate(random::next)
        .filter(value -> release != Release.GODOT_3 || !LostKeys.in(value))
        .limit(VALUES - 1L)
        .forEach(values::add);
    return values;
  }

  private static void check(
      VariantCodec codec, Form form, List<Variant> values, Map<String, byte[]> taken, String name)
      throws IOException {
    assertThat(taken).as(name).containsKeys(name, name + ".values");
    try (SaveFile read =
        SaveFile.open(
            new ByteArrayInputStream(taken.get(name + ".values")),
            SaveOptions.DEFAULT.withDialect(codec.dialect()).withFraming(Framing.STORE_VAR))) {
      assertSame(codec, values, read, name + " as the engine reads it");
    }
    SaveOptions options = SaveOptions.DEFAULT.withDialect(codec.dialect());
    if (form.form().equals("pass")) {
      options = options.withKey(EncryptionKey.ofPassword(form.secret()));
    } else if (form.form().equals("key")) {
      options = options.withKey(EncryptionKey.of(HexFormat.of().parseHex(form.secret())));
    }
    try (SaveFile written = SaveFile.open(new ByteArrayInputStream(taken.get(name)), options)) {
      if (!name.contains("-large") && !values.isEmpty()) {
        assertThat(written.format().withFreshIv()).isEqualTo(form.format());
      }
      assertSame(codec, values, written, name + " as the engine writes it");
    }
  }

  private static void assertSame(
      VariantCodec codec, List<Variant> values, SaveFile file, String what) {
    List<byte[]> encoded = new ArrayList<>();
    file.encoded().forEachRemaining(encoded::add);
    assertThat(encoded).as(what).hasSameSizeAs(values);
    for (int i = 0; i < values.size(); i++) {
      byte[] ours = codec.encode(values.get(i));
      assertThat(Exchange.same(codec, ours, encoded.get(i)))
          .as(
              "%s, value %d: ours %s, the engine's %s",
              what, i, Exchange.cut(Exchange.hex(ours)), Exchange.cut(Exchange.hex(encoded.get(i))))
          .isTrue();
    }
  }
}
