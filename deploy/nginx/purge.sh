#!/bin/sh
# Make nginx forget every answer it has kept, at once and without a reload (which would close idle connections, some of
# them just as a client asks). To be run when all instances answer from the new catalog: `purge.sh [FOLDER]`.
set -eu
# Files of the cache bear the MD5 of their key; what is still being written has a longer name and is left alone.
find "${1:-/var/cache/nginx/modeladvisor}" -type f -name '????????????????????????????????' -delete
