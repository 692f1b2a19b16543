# Builds the site and runs it as an ordinary user. All data is in the volume /data.
ARG NODE_IMAGE=docker.io/library/node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /site
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
# The image contains no repository, so the build cannot find the commit.
ARG SITE_COMMIT=
RUN npm run build && npm prune --omit=dev --no-save --no-audit --no-fund

FROM ${NODE_IMAGE}
# Converts films.
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*
RUN install --directory --owner=1000 --group=1000 /data
WORKDIR /site
COPY --from=build /site ./
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data \
    MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=60000
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=6s --start-period=60s \
  CMD ["node_modules/.bin/node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node_modules/.bin/node", "--max-semi-space-size=8", "--max-old-space-size=256", "build/server/index.js"]
