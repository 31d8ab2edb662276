# One image for every process; docker-compose.yml says which of them a container runs.
FROM node:24-bookworm-slim AS build
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
RUN npm run build && npm prune --omit=dev && rm -rf cms/.next/cache

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 DATA_DIR=/data
# Belongs to root: what runs here can write to /data only.
COPY --from=build /app /app
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
