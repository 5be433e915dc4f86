package io.github.godotvariant.enet;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import io.github.godotvariant.testsupport.ModuleRules;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final ModuleRules RULES = ModuleRules.of("io.github.godotvariant.enet");

  @Test
  void keepsModuleRules() {
    RULES
        .dependsOnlyOn("java.net", "java.nio", "java.security", "com.github.luben.zstd")
        .onlyClassesUse("com.github.luben.zstd..", "ZstdDatagrams")
        .loadsNoClassesExceptIn();
  }

  @Test
  void usesNoInputOutputAndThreads() {
    noClasses()
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("java.net", "java.nio..", "java.io..", "java.util.concurrent..")
                .and(
                    not(
                        belongToAnyOf(
                            InetAddress.class,
                            InetSocketAddress.class,
                            Buffer.class,
                            ByteBuffer.class))))
        .orShould()
        .dependOnClassesThat()
        .belongToAnyOf(Thread.class)
        .check(RULES.classes());
  }
}
