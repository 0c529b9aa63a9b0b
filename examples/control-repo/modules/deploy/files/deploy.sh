#!/bin/sh
# Unpacks a release and points "current" at it.
set -eu
app=$1 version=$2
mkdir -p "/srv/apps/$app/$version"
ln -sfn "$version" "/srv/apps/$app/current"
