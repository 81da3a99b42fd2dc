# syntax=docker/dockerfile:1

# The build, with development packages that the image does not need.
FROM node:24-bookworm-slim AS build
WORKDIR /reprise
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:24-bookworm-slim
# Two malloc arenas for all threads, and a small heap for new objects: otherwise memory that nobody uses stays allocated
# (docs/performance.md, Memory).
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    MALLOC_ARENA_MAX=2 \
    NODE_OPTIONS=--max-semi-space-size=16
WORKDIR /reprise
# `node` is an unprivileged user. It must own the folder before that becomes a volume.
RUN mkdir /data && chown node:node /data
COPY --from=build /reprise/package.json ./
COPY --from=build /reprise/node_modules ./node_modules
COPY --from=build /reprise/dist ./dist
COPY --from=build /reprise/server/database/migrations ./server/database/migrations
COPY --from=build /reprise/demo ./demo
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=3s --start-period=60s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
# Without npm, so that SIGTERM reaches the server.
CMD ["node", "--enable-source-maps", "dist/server/main.js"]
