package io.github.godotvariant.records.processor;

import io.github.godotvariant.records.GodotRecord;
import java.io.IOException;
import java.io.Writer;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;

/** Generates a class for each record and Kotlin data class with {@link GodotRecord}. */
public final class RecordProcessor extends AbstractProcessor {
  /**
   * The name of the annotation {@link GodotRecord}. The processor loads the annotation by name,
   * because its class may be missing on the processor path.
   */
  private static final String ANNOTATION = "io.github.godotvariant.records.GodotRecord";

  /** The top-level elements that are compiled from source, in this round and earlier ones. */
  private final Set<Element> sources = new HashSet<>();

  private boolean isLibraryMissing;

  /** Creates a processor for the compiler. */
  public RecordProcessor() {}

  @Override
  public Set<String> getSupportedAnnotationTypes() {
    // The compiler warns of annotations that no processor claims, also in generated code.
    return Set.of("io.github.godotvariant.records.*", "javax.annotation.processing.Generated");
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latestSupported();
  }

  @Override
  public synchronized void init(ProcessingEnvironment environment) {
    super.init(environment);
    try {
      Class.forName(ANNOTATION, false, RecordProcessor.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      isLibraryMissing = true;
      environment
          .getMessager()
          .printMessage(
              Diagnostic.Kind.ERROR,
              "the records processor needs godot-variant.jar next to it on the processor path");
    }
  }

  @Override
  @SuppressWarnings("DoNotClaimAnnotations") // -Xlint:all reports annotations without a claim
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    if (isLibraryMissing) {
      return true;
    }
    sources.addAll(round.getRootElements());
    for (Element element : round.getElementsAnnotatedWith(GodotRecord.class)) {
      TypeElement type = (TypeElement) element;
      try {
        if (ComponentElement.isRecord(type)) {
          generate(new RecordAnalyzer(processingEnv, sources).model(type), type);
        } else {
          SealedAnalyzer.check(type, processingEnv.getElementUtils());
        }
      } catch (ProcessingError e) {
        report(e);
        for (Throwable other : e.getSuppressed()) {
          report((ProcessingError) other);
        }
      }
    }
    return true;
  }

  private void report(ProcessingError error) {
    processingEnv
        .getMessager()
        .printMessage(
            Diagnostic.Kind.ERROR, Objects.requireNonNull(error.getMessage()), error.element());
  }

  private void generate(RecordModel model, Element record) throws ProcessingError {
    String name =
        model.packageName().isEmpty()
            ? model.className()
            : model.packageName() + "." + model.className();
    try (Writer writer = processingEnv.getFiler().createSourceFile(name, record).openWriter()) {
      writer.write(new CodecSource(model, processingEnv.getElementUtils()).fileText());
    } catch (IOException e) {
      throw new ProcessingError(record, "the codec cannot be written: " + e);
    }
  }
}
