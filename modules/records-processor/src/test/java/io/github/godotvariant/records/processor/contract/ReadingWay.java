package io.github.godotvariant.records.processor.contract;

import static io.github.godotvariant.records.processor.contract.Aspect.CONTENTS;
import static io.github.godotvariant.records.processor.contract.Aspect.DETAIL;
import static io.github.godotvariant.records.processor.contract.Aspect.ELEMENTS;
import static io.github.godotvariant.records.processor.contract.Aspect.ELEMENTS_ERROR;
import static io.github.godotvariant.records.processor.contract.Aspect.END;
import static io.github.godotvariant.records.processor.contract.Aspect.ERROR;
import static io.github.godotvariant.records.processor.contract.Aspect.HEAP;
import static io.github.godotvariant.records.processor.contract.Aspect.HEAP_ERROR;
import static io.github.godotvariant.records.processor.contract.Aspect.OFFSET;
import static io.github.godotvariant.records.processor.contract.Aspect.PATH;
import static io.github.godotvariant.records.processor.contract.Aspect.VALUE;

import io.github.godotvariant.Variant;
import io.github.godotvariant.codec.Inspection;
import io.github.godotvariant.codec.VariantCodec;
import io.github.godotvariant.codec.VariantReader;
import io.github.godotvariant.records.processor.contract.ContractInput.RecordType;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** A way to read bytes through the public API. */
enum ReadingWay {
  TREE {
    @Override
    Reading read(ContractInput input, VariantCodec codec) {
      Variant value = codec.decode(input.bytes());
      return new Reading()
          .with(VALUE, () -> CanonicalForm.digest(CanonicalForm.TYPED.of(value)))
          .with(CONTENTS, () -> CanonicalForm.digest(CanonicalForm.UNTYPED.of(value)))
          .end(input.bytes().length);
    }
  },
  READER(VALUE, END, ERROR, OFFSET, PATH, HEAP, HEAP_ERROR, ELEMENTS, ELEMENTS_ERROR) {
    @Override
    Reading read(ContractInput input, VariantCodec codec) {
      try (VariantReader reader = codec.reader(input.bytes())) {
        String value = new ReaderWalk(reader, codec.dialect().keyRule()).read();
        reader.expectEnd();
        return new Reading()
            .with(VALUE, () -> CanonicalForm.digest(value))
            .end(reader.byteOffset());
      }
    }
  },
  SKIP(END, ERROR, OFFSET, PATH, HEAP, HEAP_ERROR, ELEMENTS, ELEMENTS_ERROR) {
    @Override
    Reading read(ContractInput input, VariantCodec codec) {
      try (VariantReader reader = codec.reader(input.bytes())) {
        reader.skipValue();
        reader.expectEnd();
        return new Reading().end(reader.byteOffset());
      }
    }
  },
  SEEK(DETAIL, END, ERROR, OFFSET, PATH, HEAP, HEAP_ERROR, ELEMENTS, ELEMENTS_ERROR) {
    @Override
    Reading read(ContractInput input, VariantCodec codec) {
      SeekTarget target = SeekTarget.of(input.codec(), input.bytes());
      try (VariantReader reader = codec.reader(input.bytes())) {
        return target.read(reader);
      }
    }
  },
  SEEK_ABSENT(DETAIL, END, ERROR, OFFSET, PATH, HEAP, HEAP_ERROR, ELEMENTS, ELEMENTS_ERROR) {
    @Override
    Reading read(ContractInput input, VariantCodec codec) {
      try (VariantReader reader = codec.reader(input.bytes())) {
        return SeekTarget.readAbsent(reader);
      }
    }
  },
  INSPECT(CONTENTS, DETAIL, END, ERROR, OFFSET, PATH, HEAP, HEAP_ERROR, ELEMENTS, ELEMENTS_ERROR) {
    @Override
    Reading read(ContractInput input, VariantCodec codec) {
      Inspection inspection = codec.inspect(input.bytes());
      if (inspection.failure().isPresent()) {
        throw inspection.failure().get();
      }
      InspectionWalk walk = new InspectionWalk(codec.dialect().keyRule());
      return new Reading()
          .with(CONTENTS, () -> CanonicalForm.digest(walk.read(inspection.root().orElseThrow())))
          .with(
              DETAIL,
              () -> CanonicalForm.digest(InspectionWalk.describe(inspection.root().orElseThrow())))
          .end(inspection.length());
    }
  },
  JACKSON(CONTENTS, DETAIL, END, ERROR, OFFSET, PATH, HEAP, HEAP_ERROR, ELEMENTS, ELEMENTS_ERROR) {
    @Override
    Reading read(ContractInput input, VariantCodec codec) {
      return TokenWalk.read(codec, input.bytes());
    }
  },
  GENERATED(DETAIL, ERROR, OFFSET, PATH, HEAP, HEAP_ERROR, ELEMENTS, ELEMENTS_ERROR) {
    @Override
    Reading read(ContractInput input, VariantCodec codec) {
      return RecordReading.GENERATED.read(input.record(), codec, input.bytes());
    }
  },
  REFLECTIVE(DETAIL, ERROR, OFFSET, PATH, HEAP, HEAP_ERROR, ELEMENTS, ELEMENTS_ERROR) {
    @Override
    Reading read(ContractInput input, VariantCodec codec) {
      return RecordReading.REFLECTIVE.read(input.record(), codec, input.bytes());
    }
  };

  /** The aspects that the way can have. */
  @SuppressWarnings("ImmutableEnumChecker") // nothing changes the set
  final Set<Aspect> aspects;

  ReadingWay(Aspect... aspects) {
    EnumSet<Aspect> all = EnumSet.noneOf(Aspect.class);
    Collections.addAll(all, aspects);
    this.aspects = aspects.length == 0 ? EnumSet.complementOf(EnumSet.of(DETAIL)) : all;
  }

  /** Returns the way whose outcome is expected where the recorded data names no other. */
  ReadingWay base() {
    return switch (this) {
      case REFLECTIVE -> GENERATED;
      case SEEK_ABSENT -> SKIP;
      default -> TREE;
    };
  }

  /** Returns whether the suite reads an input in this way. */
  boolean reads(ContractInput input) {
    return input.record() != RecordType.NONE || this != GENERATED && this != REFLECTIVE;
  }

  /**
   * Reads an input.
   *
   * @param codec the codec of the input, perhaps with other limits
   * @throws RuntimeException if the input is rejected
   */
  abstract Reading read(ContractInput input, VariantCodec codec);
}
