#!/bin/sh
# Runs hexipam with the settings of hexipam.service. Root runs it as user hexipam, the owner of the embedded database.
set -eu
settings=/etc/hexipam/hexipam.env
secret=/etc/credstore/HEXIPAM_DATABASE_URL

if [ -z "${HEXIPAM_DATABASE_URL:-}" ] && [ -r "$secret" ]; then
  HEXIPAM_DATABASE_URL=$(cat "$secret")
  export HEXIPAM_DATABASE_URL
fi
set -- /usr/lib/hexipam/dist/program/hexipam.js "$@"
[ ! -r "$settings" ] || set -- --env-file="$settings" "$@"
if [ "$(id -u)" -eq 0 ]; then
  exec setpriv --reuid=hexipam --regid=hexipam --init-groups node "$@"
fi
exec node "$@"
