/** Generates codecs of records. Needed at compile time only. */
@org.jspecify.annotations.NullMarked
module io.github.godotvariant.records.processor {
  requires java.compiler;
  requires io.github.godotvariant;
  requires static org.jspecify;

  provides javax.annotation.processing.Processor with
      io.github.godotvariant.records.processor.RecordProcessor;
}
