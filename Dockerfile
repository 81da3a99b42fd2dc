# syntax=docker/dockerfile:1

# Everything that building needs, none of which is shipped.
FROM node:24-bookworm-slim AS build
WORKDIR /reprise
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:24-bookworm-slim
# Two regions of memory for all threads: with more, what pictures leave behind adds up (docs/performance.md).
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    MALLOC_ARENA_MAX=2
WORKDIR /reprise
# `node` is the image's own unprivileged user. The folder must be its own before it becomes a volume.
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
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Without npm in between, so that the signal to stop reaches the shop.
CMD ["node", "--enable-source-maps", "dist/server/main.js"]
