import { type Action, afterJob, perform, type SaleModel } from './sale-model.ts';

/** What was done in one moment, all of it at once, and what whoever did it heard. */
export interface Moment {
  deeds: { deed: Action; heard: string }[];
  /** What the clock did besides, as often as it liked. */
  chores: ('expire' | 'refund')[];
  at: Date;
}

/**
 * Whether all that was done at the same moment could have been done one after another: in some order each deed hears
 * what was heard, and the end is the one that was found. Tries every order until one fits.
 */
export function couldBeInTurn(before: SaleModel, moment: Moment, after: SaleModel): boolean {
  const wanted = asText(after);
  const seen = new Set<string>();
  function search(model: SaleModel, left: Moment['deeds']): boolean {
    if (left.length === 0 && asText(model) === wanted) return true;
    const place = `${left.map(({ deed }) => moment.deeds.findIndex((one) => one.deed === deed))} ${asText(model)}`;
    if (seen.has(place)) return false;
    seen.add(place);
    const byDeed = left.some((next) => {
      const then = structuredClone(model);
      const isHeard = perform(then, next.deed, moment.at) === next.heard;
      return (
        isHeard &&
        search(
          then,
          left.filter((one) => one !== next),
        )
      );
    });
    return (
      byDeed ||
      moment.chores
        .flatMap((chore) => afterJob(model, chore, moment.at))
        .some((then) => search(then, left))
    );
  }
  return search(before, moment.deeds);
}

function asText({ bookings, payments, ...product }: SaleModel): string {
  const sorted = {
    ...product,
    bookings: [...bookings].sort((one, other) => one.id.localeCompare(other.id)),
    payments: [...payments].sort((one, other) =>
      one.transactionId.localeCompare(other.transactionId),
    ),
  };
  return JSON.stringify(sorted, (_key, value: unknown) => sortedKeys(value));
}

/** Two that are equal read alike, whatever order their fields were made in. */
function sortedKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
