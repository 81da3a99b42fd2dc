import type { Call, CallName } from '#contract/calls.ts';
import { apiBase } from '#contract/constants.ts';
import { escapeHtml } from '#contract/escape-html.ts';
import { type ProblemCode, problems } from '#contract/problems.ts';
import { inputSchema, type Json, replySchema } from './json-schema.ts';
import { operations } from './openapi.ts';
import { exampleBody } from './request-body.ts';

interface DocsPage {
  origin: string;
  shopName: string;
  served: readonly CallName[];
}

/** The page `/api/docs`, made from the contract. */
export function docsPage({ origin, shopName, served }: DocsPage): string {
  const groups = new Map<string, Call[]>();
  for (const call of operations().flat()) {
    const group = call.path.split('/')[1] ?? '';
    groups.set(group, [...(groups.get(group) ?? []), call]);
  }
  const links = [...groups.keys()].map((group) => `<li><a href="#${group}">${group}</a></li>`);
  const sections = [...groups].map(
    ([group, calls]) =>
      `<section aria-labelledby="${group}"><h2 id="${group}">${group}</h2>${calls
        .map((call) => callBlock(call, origin, served.includes(call.name)))
        .join('')}</section>`,
  );
  return page(
    { title: `The calls of ${shopName}`, shopName },
    `<p>Every call is below <code>${escapeHtml(origin + apiBase)}</code>, speaks JSON and takes the access token as
    <code>authorization: Bearer …</code>. Lists are plain arrays, newest first; the header <code>Link</code> names the
    next page. A refusal is a <a href="${apiBase}/problems">problem</a> (RFC 9457).
    For machines: <a href="${apiBase}/openapi.json">openapi.json</a>.</p>
    <nav aria-label="Features"><ul>${links.join('')}</ul></nav>`,
    sections.join(''),
  );
}

/** The page `/api/problems`, to which the `type` of a problem points. */
export function problemsPage(shopName: string): string {
  const codes = Object.keys(problems) as ProblemCode[];
  const rows = codes.map(
    (code) =>
      `<tr id="${code}"><td><code>${code}</code></td><td>${problems[code].status}</td><td>${problems[code].title}</td></tr>`,
  );
  return page(
    { title: 'Problems', shopName },
    `<p>A refusal is <code>application/problem+json</code> (RFC 9457). Its <code>type</code> ends in one of these codes,
    <code>detail</code> is a message for the user, <code>errors</code> names the fields that are wrong, and
    <code>requestId</code> identifies the line in the server's log. Back to <a href="${apiBase}/docs">the calls</a>.</p>`,
    table(['Code', 'Status', 'Meaning'], rows),
  );
}

function page(
  heads: { title: string; shopName: string },
  introduction: string,
  content: string,
): string {
  const [title, shopName] = [heads.title, heads.shopName].map(escapeHtml);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} | ${shopName}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${apiBase}/docs.css">
</head>
<body>
<header><a href="/">${shopName}</a><h1>${title}</h1>${introduction}</header>
<main>${content}</main>
</body>
</html>
`;
}

function callBlock(call: Call, origin: string, isServed: boolean): string {
  const note = isServed
    ? ''
    : '<p class="muted">This version of the server does not serve it yet.</p>';
  return `<details id="${call.name}">
<summary><span class="method">${call.method}</span><code>${escapeHtml(call.path + variantOf(call))}</code><span class="who">${call.who}</span></summary>
<div class="inside">
<p>${escapeHtml(call.summary)}.${call.rule ? ` <span class="muted">Access: ${escapeHtml(call.rule)}.</span>` : ''}</p>
${note}
${call.params ? `<h3>In the path</h3>${fields(inputSchema(call.params))}` : ''}
${call.query ? `<h3>In the query</h3>${fields(inputSchema(call.query))}` : ''}
${call.body ? `<h3>Body</h3>${fields(inputSchema(call.body))}` : ''}
<h3>Reply ${call.status}</h3>${call.isCsv ? '<p>A file of comma-separated values (RFC 4180).</p>' : replyFields(replySchema(call.reply))}
<h3>Refusals</h3><p>${call.problems.map(problemLink).join(', ')}</p>
<h3>Try it</h3><pre tabindex="0"><code>${escapeHtml(curl(call, origin))}</code></pre>
</div>
</details>`;
}

function variantOf({ variant }: Call): string {
  if (!variant) return '';
  return variant.in === 'query' ? `?${variant.has}=` : ` with ${variant.has}`;
}

function problemLink(code: ProblemCode): string {
  return `<a href="${apiBase}/problems#${code}">${problems[code].status} ${code}</a>`;
}

function replyFields(schema: Json): string {
  const isList = schema.type === 'array';
  const item = (isList ? schema.items : schema) as Partial<ReturnType<typeof inputSchema>>;
  const { properties = {}, required = [] } = item;
  return `${isList ? '<p>An array of:</p>' : ''}${fields({ properties, required })}`;
}

function fields({ properties, required }: ReturnType<typeof inputSchema>): string {
  const rows = Object.entries(properties).map(
    ([name, property]) =>
      `<tr><td><code>${name}</code></td><td>${escapeHtml(describeType(property))}</td><td>${
        required.includes(name) ? 'yes' : 'no'
      }</td><td>${escapeHtml(String(property.description ?? ''))}</td></tr>`,
  );
  return rows.length === 0
    ? '<p>Nothing.</p>'
    : table(['Field', 'Type', 'Required', 'Meaning'], rows);
}

function table(heads: string[], rows: string[]): string {
  return `<div class="scroll"><table><thead><tr>${heads
    .map((head) => `<th scope="col">${head}</th>`)
    .join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function describeType(property: Json): string {
  if (Array.isArray(property.enum)) return property.enum.map((value) => `"${value}"`).join(' or ');
  if ('const' in property) return JSON.stringify(property.const);
  if (Array.isArray(property.anyOf)) {
    return [...new Set(property.anyOf.map((part: Json) => describeType(part)))].join(' or ');
  }
  const type = String(property.type ?? 'anything');
  return typeof property.format === 'string' ? `${type} (${property.format})` : type;
}

function curl(call: Call, origin: string): string {
  const path = call.path.replaceAll(
    /\{(\w+)\}/g,
    (_whole, name: string) => `$${name.toUpperCase()}`,
  );
  const query = call.variant?.in === 'query' ? `?${call.variant.has}=…` : '';
  const token =
    call.who === 'everybody' ? '' : " \\\n  -H 'authorization: Bearer $TOKEN'".replaceAll("'", '"');
  const body = curlBody(call);
  const method = call.method === 'GET' ? '' : ` -X ${call.method}`;
  return `curl${method} "${origin}${apiBase}${path}${query}"${token}${body}`;
}

function curlBody({ name, multipart, raw, body }: Call): string {
  if (multipart)
    return ` \\\n  -F ${multipart}=@${multipart === 'clip' ? 'sound.mp3' : 'instrument.jpg'}`;
  if (raw) return ` \\\n  -H 'content-type: ${raw[0]}' --data-binary @file`;
  if (!body) return '';
  const example = exampleBody(name);
  return ` \\\n  -H 'content-type: application/json' -d '${example ? JSON.stringify(example) : '{ … }'}'`;
}
