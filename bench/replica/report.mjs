import { describeSetting } from '../support/machine.mjs';

/**
 * @param {{
 *   setting: import('../support/machine.mjs').Setting,
 *   outcomes: { kind: 'product' | 'search', side: 'with' | 'without', perSecond: number, primaryMs: number, standbyMs: number }[],
 *   products: number,
 *   rounds: number,
 *   counts: Record<'product' | 'search', number>,
 *   atOnce: number,
 * }} run
 */
export function asMarkdown({ setting, outcomes, products, rounds, counts, atOnce }) {
  const titles = { product: 'one product', search: 'a search with facets' };
  const lines = /** @type {const} */ (['product', 'search']).map((kind) => {
    const of = (
      /** @type {'with' | 'without'} */ side,
      /** @type {'perSecond' | 'primaryMs' | 'standbyMs'} */ key,
    ) =>
      median(
        outcomes.filter((one) => one.kind === kind && one.side === side).map((one) => one[key]),
      );
    const [bare, read] = [of('without', 'perSecond'), of('with', 'perSecond')];
    const times = [
      of('without', 'primaryMs'),
      of('with', 'primaryMs'),
      of('with', 'standbyMs'),
    ].map((ms) => ms.toFixed(2));
    return `| ${titles[kind]} | ${bare.toFixed(0)} | ${read.toFixed(0)} | ${((100 * read) / bare).toFixed(0)} % | ${times.join(' | ')} |`;
  });
  return `# Reads from a replica

Made by \`node bench/replica.mjs\`; [the page on scaling](../../docs/scaling.md) says what the figures mean.

${describeSetting(setting)}
- ${products} products; ${rounds} rounds of ${counts.product} products and ${counts.search} searches on each side, in turn, ${atOnce} at a time, each read for the first time; medians. Shop, primary and standby share this machine

| | per second without \`DATABASE_READ_URL\` | with it | share | processor time of the primary for each, without (ms) | with (ms) | of the standby, with (ms) |
|---|--:|--:|--:|--:|--:|--:|
${lines.join('\n')}
`;
}

/** @param {number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
