import { Link } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import { repliedText } from '#contract/shop/owned-text.ts';
import { t } from '#contract/text.ts';
import { KindPicture } from '../../instruments/KindPicture.tsx';
import type { Place, PlaceFacts } from './place.ts';

interface PlaceLink {
  name: string;
  path: string;
  /** The kind of which all on the page are. */
  kind?: PlaceFacts['kinds'][number];
}

/** Links to what is on sale nearby: the makers of a kind, the kinds of a category or of a maker. */
export function PlaceLinks({ place, facts }: { place: Place; facts: PlaceFacts }) {
  const { kind, maker, kinds, makers } = facts;
  const ofKind = makers.map(({ id, name }) => ({
    name,
    path: paths.instruments({ kind: kind?.id ?? '', maker: id }),
  }));
  const others = kinds.map((other) => ({
    name: other.name,
    kind: other,
    path: maker
      ? paths.instruments({ kind: other.id, maker: maker.id })
      : paths.instruments({ kind: other.id }),
  }));
  const everything = maker && kind ? [allOf(maker)] : [];
  return (
    <>
      <LinkRow label={maker ? t`Other makers` : t`Makers`} links={ofKind} />
      <LinkRow label={kindsLabel(place, maker?.name)} links={[...others, ...everything]} />
    </>
  );
}

function languageOf(kind: PlaceFacts['kinds'][number]) {
  const { text: _, ...language } = repliedText(kind, 'name');
  return language;
}

function allOf({ id, name }: { id: string; name: string }): PlaceLink {
  return { name: t`Everything by ${name}`, path: paths.instruments({ maker: id }) };
}

function kindsLabel({ kind }: Place, maker: string | undefined): string {
  if (kind === undefined) return t`Kinds`;
  return maker === undefined ? t`Other kinds` : t`More by ${maker}`;
}

/** Links in a row that wraps; on phones it scrolls sideways, so that the listings stay in sight. */
export function LinkRow({ label, links }: { label: string; links: readonly PlaceLink[] }) {
  if (links.length === 0) return null;
  return (
    <nav
      aria-label={label}
      className="mt-4 flex items-baseline gap-x-3 max-sm:flex-col max-sm:items-start"
    >
      <span aria-hidden="true" className="shrink-0 text-sm text-muted">
        {label}
      </span>
      <ul className="flex min-w-0 flex-wrap gap-2 max-sm:w-full max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:pb-2">
        {links.map(({ name, path, kind }) => (
          <li className="shrink-0" key={path}>
            <Link
              className="flex min-h-9 items-center rounded-full border border-line-strong bg-surface px-3.5 py-1 relative has-[svg]:ps-12 text-sm font-semibold transition hover:border-ink hover:bg-sunken hover:[--drawing:var(--color-sunken)] pointer-coarse:min-h-11"
              to={path}
            >
              {kind && <KindPicture className="absolute start-3 size-7" kind={kind.id} />}
              <bdi {...(kind && languageOf(kind))}>{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
