import { type ReactNode, type Ref, useId } from 'react';
import { t } from '#contract/text.ts';

/**
 * Entries of a list as cards, one under the other. The list, not a card, is what the cards measure their width by: a card
 * that did would be painted over a menu that the card before it has open.
 */
export function CardList<Item extends { _id: string }>({
  name,
  items,
  ref,
  headingOf,
  children,
}: {
  /** The list's accessible name. */
  name: string;
  items: readonly Item[];
  /** The ref of the element that holds the cards, to move the focus between them. */
  ref: Ref<HTMLUListElement>;
  /** The heading of the part that an entry belongs to; it stands above the first one of the part. */
  headingOf?: (item: Item) => string | undefined;
  /** The card of an entry; entries are counted through the whole list, however many pages it came in. */
  children: (item: Item, serial: number) => ReactNode;
}) {
  return (
    <div className="@container">
      {/* biome-ignore lint/a11y/noRedundantRoles: without bullets Safari forgets that this is a list. */}
      <ul aria-label={name} className="space-y-3 @[44rem]:space-y-4" ref={ref} role="list">
        {items.map((item, index) => {
          const heading = headingOf?.(item);
          const before = items[index - 1];
          const isFirst = before === undefined || headingOf?.(before) !== heading;
          return (
            <li key={item._id}>
              {heading !== undefined && isFirst && (
                <h2 className={`mb-3 text-subheading ${index > 0 ? 'mt-8' : ''}`}>{heading}</h2>
              )}
              {children(item, index + 1)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface CardFact {
  name: string;
  value: ReactNode;
}

/** One entry of a `CardList`: picture, name and price at the top, then its state with the main action beside it. */
export function ItemCard({
  serial,
  picture,
  title,
  party,
  price,
  status,
  actions,
}: {
  serial: number;
  picture: ReactNode;
  /** The name, usually a link. */
  title: ReactNode;
  /** The other side of the sale. */
  party?: ReactNode;
  price: string;
  status: ReactNode;
  actions?: ReactNode;
}) {
  const titleId = useId();
  return (
    <article
      aria-labelledby={titleId}
      className={`grid gap-x-4 rounded-lg border border-line bg-surface p-4 shadow-rest @[44rem]:gap-x-6 @[44rem]:p-5 ${areas}`}
    >
      <div className="relative self-start [grid-area:picture]">
        {picture}
        <Serial serial={serial} />
      </div>
      <div className="grid min-w-0 content-start gap-x-6 gap-y-0.5 [grid-area:head] @[34rem]:grid-cols-[minmax(0,1fr)_auto]">
        <h2
          className="text-subheading leading-snug wrap-anywhere [text-wrap:wrap]"
          dir="auto"
          id={titleId}
        >
          {title}
        </h2>
        <p className="price text-xl leading-tight whitespace-nowrap">{price}</p>
        {party && <div className="text-sm text-muted @[34rem]:col-span-2">{party}</div>}
      </div>
      <div className="mt-3 min-w-0 [grid-area:status]">{status}</div>
      {actions && (
        <div className="mt-3 [grid-area:actions] @[34rem]:justify-self-end">{actions}</div>
      )}
    </article>
  );
}

const areas = [
  "grid-cols-[6.5rem_minmax(0,1fr)] [grid-template-areas:'picture_head''status_status''actions_actions']",
  "@[34rem]:grid-cols-[9rem_minmax(0,1fr)_auto] @[34rem]:[grid-template-areas:'picture_head_head''picture_status_actions']",
  '@[44rem]:grid-cols-[12rem_minmax(0,1fr)_auto] @[44rem]:grid-rows-[auto_1fr]',
].join(' ');

/** One entry of a long `CardList` that is looked through: one line where there is room for it. */
export function DenseCard({
  serial,
  picture,
  title,
  titleAs: Title = 'h2',
  hasWideActions = false,
  price,
  priceNote,
  facts,
  status,
  actions,
}: {
  serial: number;
  picture: ReactNode;
  title: ReactNode;
  /** Below the heading of a part of the list (`headingOf`). */
  titleAs?: 'h2' | 'h3';
  /** On phones the actions have a line of their own. */
  hasWideActions?: boolean;
  price: string;
  /** Below the price, such as what it includes. */
  priceNote?: ReactNode;
  facts: readonly CardFact[];
  status: ReactNode;
  actions: ReactNode;
}) {
  const titleId = useId();
  return (
    <article
      aria-labelledby={titleId}
      className={`grid gap-x-4 gap-y-2 rounded-lg border border-line bg-surface p-3 shadow-rest ${denseAreas} ${hasWideActions ? stackedActions : besideStatus}`}
    >
      <div className="relative self-start [grid-area:picture]">
        {picture}
        <Serial serial={serial} />
      </div>
      <div className="min-w-0 [grid-area:head]">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 @[34rem]:flex-nowrap">
          <Title
            className="min-w-0 font-sans text-base leading-snug wrap-anywhere [text-wrap:wrap]"
            dir="auto"
            id={titleId}
          >
            {title}
          </Title>
          <p className="price whitespace-nowrap @[34rem]:ms-auto @[34rem]:text-end">
            <span>{price}</span>
            {priceNote}
          </p>
        </div>
        <dl className="mt-1 flex flex-wrap gap-x-4 text-sm leading-snug text-muted">
          {facts.map(({ name, value }) => (
            <div className="min-w-0 wrap-anywhere" key={name}>
              <dt className="inline">{`${name} `}</dt>
              <dd className="inline text-ink">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="min-w-0 text-sm [grid-area:status]">{status}</div>
      <div
        className={`[grid-area:actions] ${hasWideActions ? '@[34rem]:justify-self-end' : '@[20rem]:justify-self-end'}`}
      >
        {actions}
      </div>
    </article>
  );
}

const denseAreas = [
  "grid-cols-[5rem_minmax(0,1fr)] [grid-template-areas:'picture_head''status_status''actions_actions']",
  "@[34rem]:[grid-template-areas:'picture_head_head''picture_status_actions']",
  "@[52rem]:grid-cols-[5rem_minmax(0,5fr)_minmax(0,3fr)_minmax(9rem,auto)] @[52rem]:[grid-template-areas:'picture_head_status_actions']",
].join(' ');

const besideStatus =
  "@[20rem]:grid-cols-[5rem_minmax(0,1fr)_auto] @[20rem]:items-center @[20rem]:[grid-template-areas:'picture_head_head''status_status_actions']";
const stackedActions = '@[34rem]:grid-cols-[5rem_minmax(0,1fr)_auto] @[34rem]:items-center';

/** In a corner of the picture: it orders the list, and no one looks for it. */
function Serial({ serial }: { serial: number }) {
  return (
    <p className="absolute top-1.5 start-1.5 min-w-6 rounded-sm bg-paper px-1.5 text-center text-xs leading-5 text-muted tabular-nums">
      <span className="sr-only">{t`Serial`} </span>
      <span>{serial}</span>
    </p>
  );
}
