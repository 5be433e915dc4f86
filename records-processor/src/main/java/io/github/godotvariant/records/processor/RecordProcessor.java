package io.github.godotvariant.records.processor;

import io.github.godotvariant.records.GodotRecord;
import java.io.IOException;
import java.io.Writer;
import java.util.Objects;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;

/** Generates a class for each record with {@link GodotRecord}. */
public final class RecordProcessor extends AbstractProcessor {
  /** For the compiler. */
  public RecordProcessor() {}

  @Override
  public Set<String> getSupportedAnnotationTypes() {
    return Set.of(GodotRecord.class.getName());
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latestSupported();
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    for (Element element : round.getElementsAnnotatedWith(GodotRecord.class)) {
      try {
        Analyst analyst = new Analyst(processingEnv);
        if (element.getKind() == ElementKind.RECORD) {
          generate(analyst.model((TypeElement) element), element);
        } else {
          analyst.checkSealed((TypeElement) element);
        }
      } catch (Mistake e) {
        processingEnv
            .getMessager()
            .printMessage(
                Diagnostic.Kind.ERROR,
                Objects.requireNonNull(e.getMessage()),
                e.element() instanceof RecordComponentElement component
                    ? Analyst.field(component)
                    : e.element());
      }
    }
    return false;
  }

  private void generate(Model model, Element record) throws Mistake {
    String name =
        model.packageName().isEmpty()
            ? model.className()
            : model.packageName() + "." + model.className();
    try (Writer writer = processingEnv.getFiler().createSourceFile(name, record).openWriter()) {
      writer.write(new CodecSource(model).text());
    } catch (IOException e) {
      throw new Mistake(record, "the codec cannot be written: " + e);
    }
  }
}
