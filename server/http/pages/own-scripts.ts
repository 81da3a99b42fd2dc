import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Messages } from '@lingui/core';
import type { FastifyInstance } from 'fastify';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import type { LoadedLanguage } from '../../core/shop-language.ts';
import { type CachedResponse, makeCachedResponse } from '../cache/response-cache.ts';
import { sendCachedResponse } from '../cache/send-response.ts';

/** Where the build keeps the English scripts, and the texts in them. */
export interface EnglishScripts {
  folder: string;
  path: string;
  texts: Messages;
}

/**
 * Serves the browser's scripts in the languages that the owner has added. The build has no copies of them, so each script is made
 * from the English one when it is first asked for, and kept. The name of the folder changes with the texts, as for the
 * languages of the build (`scripts/build/localise.mjs`).
 */
export async function serveOwnScripts(
  app: FastifyInstance,
  webFolder: string,
  languages: readonly LoadedLanguage[],
): Promise<void> {
  const own = languages.flatMap(({ scripts, texts }) =>
    'folder' in scripts ? [{ folder: scripts.folder, texts }] : [],
  );
  if (own.length === 0) return;
  const english = await findEnglishScripts(webFolder);
  for (const { folder, texts } of own) {
    const made = new Map<string, Promise<CachedResponse | undefined>>();
    const route = `/assets/${folder}/:name`;
    app.get<{ Params: { name: string } }>(route, async (request, reply) => {
      const { name } = request.params;
      const making = made.get(name) ?? makeScript(name, { english, folder, texts, route });
      made.set(name, making);
      const script = await making.catch((error: unknown) => {
        made.delete(name);
        throw error;
      });
      if (!script) {
        made.delete(name);
        throw new Problem('not-found', msg`There is no such file in this version of the shop`);
      }
      return sendCachedResponse(script, request, reply);
    });
  }
}

async function findEnglishScripts(webFolder: string): Promise<EnglishScripts> {
  const folders = await readJson<Record<string, string>>(join(webFolder, '.vite/texts.json'));
  const folder = folders.en ?? '';
  const path = join(webFolder, 'assets', folder);
  return { folder, path, texts: await readJson(join(path, 'all.json')) };
}

interface OwnScript {
  english: EnglishScripts;
  folder: string;
  texts: Messages;
  route: string;
}

/** Undefined when the build has no such script. */
async function makeScript(
  name: string,
  { english, folder, texts, route }: OwnScript,
): Promise<CachedResponse | undefined> {
  const own = (type: string, body: string) =>
    makeCachedResponse({
      status: 200,
      body,
      headers: {
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
      },
      tags: [],
      route,
    });
  if (name === 'all.json') {
    const ofPages = Object.keys(english.texts).map((id) => [id, texts[id]]);
    return own('application/json; charset=utf-8', JSON.stringify(Object.fromEntries(ofPages)));
  }
  if (!/^[\w.-]+\.js$/.test(name)) return undefined;
  const code = await readFile(join(english.path, name), 'utf8').catch(() => undefined);
  if (code === undefined) return undefined;
  const moved = code.replaceAll(`assets/${english.folder}/`, `assets/${folder}/`);
  return own('text/javascript; charset=utf-8', withTexts(moved, { english: english.texts, texts }));
}

/** Puts the texts of a language in the place of the English ones, which stand beside their ids. */
export function withTexts(
  code: string,
  { english, texts }: { english: Messages; texts: Messages },
): string {
  let written = '';
  let from = 0;
  for (const { 0: found, 2: id = '', index } of code.matchAll(/\bid:(["'`])([\w+/.-]{6,60})\1/g)) {
    const to = index + found.length;
    const message = `,message:${JSON.stringify(english[id])}`;
    if (to < from || !code.startsWith(message, to)) continue;
    written += `${code.slice(from, to)},message:${JSON.stringify(texts[id] ?? english[id])}`;
    from = to + message.length;
  }
  return written + code.slice(from);
}

async function readJson<Content>(path: string): Promise<Content> {
  return JSON.parse(await readFile(path, 'utf8'));
}
