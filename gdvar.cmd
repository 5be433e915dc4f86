@echo off
rem Runs gdvar.jar on Windows: the jar next to this file, or else the jar that Maven built in the checkout.
rem Uses the Java in the folder runtime next to this file, or else of JAVA_HOME, or else of PATH.
rem GDVAR_JAVA_OPTS: options for Java, for example -Xmx8g.
setlocal
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java.exe"
if exist "%~dp0runtime\bin\java.exe" set "java=%~dp0runtime\bin\java.exe"
set "jar=%~dp0gdvar.jar"
if not exist "%jar%" set "jar=%~dp0modules\cli\target\gdvar.jar"
if not exist "%jar%" (
  echo gdvar: gdvar.jar is missing; build it: mvn -P !checks -Dmaven.test.skip=true -pl modules/cli -am package >&2
  exit /b 1
)
set "share=-Xshare:auto"
if exist "%~dp0gdvar.jsa" set "share=-XX:SharedArchiveFile=%~dp0gdvar.jsa"
"%java%" -XX:+UseSerialGC -XX:MaxNewSize=16m -XX:TieredStopAtLevel=1 -Xlog:disable "%share%" %GDVAR_JAVA_OPTS% -jar "%jar%" %*
