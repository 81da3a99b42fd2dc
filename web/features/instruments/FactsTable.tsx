import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { playingStateNames } from '#contract/products/product-names.ts';
import type { SingleProduct } from '#contract/products/products.ts';
import { repliedText, type ShownText } from '#contract/shop/owned-text.ts';
import { t } from '#contract/text.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Shown } from '../../ui/Owned.tsx';
import { madeText, saidFacts } from './kind-texts.ts';
import { type ShownKind, shownKindQuery } from './queries.ts';

/** What the seller says of the instrument, answer by answer: its facts in a table, then its flaws, then what is in order. */
export function FactsTable({ product }: { product: SingleProduct }) {
  const { data: kind } = useQuery({
    ...shownKindQuery(product.kind ?? ''),
    enabled: product.kind !== undefined,
  });
  const { brand, model, made } = product;
  const rows: readonly (readonly [
    term: string | ShownText,
    value: string | ShownText | undefined,
  ])[] = [
    [t`Kind`, kind && repliedText(kind, 'name')],
    [t`Maker`, brand],
    [t`Model`, model],
    [t`Year made`, made && madeText(made)],
    ...(kind ? saidFacts(kind, product.facts) : []),
  ];
  const said = rows.filter(([, value]) => value !== undefined);
  const hasState = product.playingState !== undefined || kind !== undefined;
  if (said.length === 0 && !hasState) return null;
  return (
    <section aria-labelledby="facts-heading">
      <h2 id="facts-heading">{t`The instrument`}</h2>
      {said.length > 0 && (
        <dl className="mt-4 max-w-prose border-t border-line">
          {said.map(([term, value]) => (
            <div
              className="grid grid-cols-[2fr_3fr] gap-4 border-b border-line py-2"
              key={shownOf(term).text}
            >
              <dt className="text-muted">
                <Shown {...shownOf(term)} />
              </dt>
              <dd className="font-semibold wrap-anywhere">
                <bdi>
                  <Shown {...shownOf(value)} />
                </bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Findings kind={kind} product={product} />
    </section>
  );
}

const shownOf = (said: string | ShownText = ''): ShownText =>
  typeof said === 'string' ? { text: said } : said;

/** Flaws first and plain, then what is in order, then what the seller does not know or has not said. */
function Findings({ kind, product }: { kind: ShownKind | undefined; product: SingleProduct }) {
  const { checks: answers = {}, playingState } = product;
  const checks = kind?.checks ?? [];
  const isSaid = (id: string) => answers[id] === 'yes' || answers[id] === 'no';
  const flaws = checks.filter(({ id, good }) => isSaid(id) && answers[id] !== good);
  const fine = checks.filter(({ id, good }) => answers[id] === good);
  const unknown = checks.filter(({ id }) => answers[id] === 'unknown');
  const unsaid = checks.filter(({ id }) => answers[id] === undefined);
  const needsWork = playingState !== undefined && playingState !== 'ready';
  return (
    <div className="mt-6 max-w-prose space-y-4 empty:hidden">
      {(flaws.length > 0 || needsWork) && (
        <ul
          aria-label={t`Flaws`}
          className="space-y-1 border-s-[6px] border-double border-brass ps-4"
        >
          {needsWork && <li className="font-semibold">{playingStateNames[playingState]}</li>}
          {flaws.map((check) => (
            <li className="font-semibold" key={check.id}>
              <Shown {...repliedText(check, 'flaw')} />
            </li>
          ))}
        </ul>
      )}
      {(fine.length > 0 || playingState === 'ready') && (
        <Group title={t`The seller says`}>
          {playingState === 'ready' && <Fine>{playingStateNames.ready}</Fine>}
          {fine.map((check) => (
            <Fine key={check.id}>
              <Shown {...repliedText(check, 'fine')} />
            </Fine>
          ))}
        </Group>
      )}
      {unknown.length > 0 && (
        <Group title={t`The seller does not know`}>
          {unknown.map((check) => (
            <li key={check.id}>
              <Shown {...repliedText(check, 'ask')} />
            </li>
          ))}
        </Group>
      )}
      {unsaid.length > 0 && (
        <Group title={t`Not said`}>
          {unsaid.map((check) => (
            <li key={check.id}>
              <Shown {...repliedText(check, 'ask')} />
            </li>
          ))}
        </Group>
      )}
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="text-base font-semibold">{title}</h3>
      <ul className="mt-1 space-y-1 text-muted">{children}</ul>
    </div>
  );
}

function Fine({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-start gap-2 text-ink">
      <Icon className="mt-1 size-4 shrink-0 text-green" name="check" />
      <span>{children}</span>
    </li>
  );
}
