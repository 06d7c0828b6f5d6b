"""Builds ACHE without Gradle: python ache_build.py SOURCE DIRECTORY. SOURCE is a copy of its repository.

Its libraries are those that settings.gradle.kts names, by Maven, which takes the older of two versions of Kotlin's; ACHE needs the newer. Its
dashboard is left out but for an empty page that the program reads.
"""

import glob
import os
import re
import shutil
import subprocess
import sys

source, directory = sys.argv[1:]
kotlin = "1.9.25"
settings = open(os.path.join(source, "settings.gradle.kts")).read()
versions = dict(re.findall(r'version\("([^"]*)", "([^"]*)"\)', settings))
wanted = re.findall(r"^ {4}implementation\(libs\.([\w.]*)\)", open(os.path.join(source, "ache/build.gradle.kts")).read(), re.M)
modules = {alias.replace("-", "."): module.split(":") for alias, module in re.findall(r'library\("([^"]*)", "([^":]*:[^"]*)"\)', settings)}
for alias, group, name, version in re.findall(r'library\("([^"]*)", "([^"]*)", "([^"]*)"\)\.versionRef\("([^"]*)"\)', settings):
    modules[alias.replace("-", ".")] = [group, name, versions[version]]


def dependency(group, name, version):
    without = "".join(
        f"<exclusion><groupId>{g}</groupId><artifactId>{a}</artifactId></exclusion>" for g, a in [("org.apache.hadoop", "hadoop-core"), ("junit", "junit")]
    )
    return (
        f"<dependency><groupId>{group}</groupId><artifactId>{name}</artifactId><version>{version}</version>"
        f"<exclusions>{without}</exclusions></dependency>"
    )


os.makedirs(directory, exist_ok=True)
with open(os.path.join(directory, "pom.xml"), "w") as f:
    listed = [dependency(*modules[alias]) for alias in wanted] + [dependency("org.jetbrains.kotlin", "kotlin-stdlib", kotlin)]
    f.write(
        '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>arena</groupId>'
        f"<artifactId>ache</artifactId><version>1</version><dependencies>{''.join(listed)}</dependencies></project>"
    )
subprocess.run(["mvn", "-q", "-B", "dependency:copy-dependencies", "-DoutputDirectory=lib", "-DincludeScope=runtime"], check=True, cwd=directory)
for jar in glob.glob(os.path.join(source, "ache/libs/*.jar")):
    shutil.copy(jar, os.path.join(directory, "lib"))
classes = os.path.join(directory, "classes")
shutil.copytree(os.path.join(source, "ache/src/main/resources"), classes, dirs_exist_ok=True)
os.makedirs(os.path.join(classes, "public"), exist_ok=True)
open(os.path.join(classes, "public/index.html"), "w").write("<!DOCTYPE html>")
code = [f for part in ("ache", "crawler-commons") for f in glob.glob(os.path.join(source, part, "src/main/java/**/*.java"), recursive=True)]
subprocess.run(["javac", "-nowarn", "-encoding", "UTF-8", "-proc:none", "-cp", os.path.join(directory, "lib/*"), "-d", classes, *code], check=True)
