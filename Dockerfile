# One image for every process; docker-compose.yml says which of them a container runs. The digest says which base it is, whatever becomes
# of its name (docs/deployment.md, "New base images").
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
# Packages first: they are installed again only when they change.
COPY package.json package-lock.json .npmrc ./
COPY forms/package.json forms/
COPY cms/package.json cms/
COPY api/package.json api/
COPY web/package.json web/
COPY seed/package.json seed/
RUN npm ci --include=dev
COPY . .
RUN npm run build && rm -rf cms/.next/cache
# Compilers, an editor that the CMS does not offer, and types are taken out: packages of ours ask for them, and nothing that runs here does.
RUN npm sbom --omit=dev --sbom-format=cyclonedx > sbom.cdx.json && npm prune --omit=dev && cd node_modules && \
  rm -rf @esbuild @next/swc-* @typescript esbuild monaco-editor playwright playwright-core typescript && \
  find . ../*/node_modules -regex '.*\.\(map\|d\.[cm]?ts\)' -delete

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 DATA_DIR=/data
# Belongs to root: what runs here can write to /data only.
COPY --from=build /app /app
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
