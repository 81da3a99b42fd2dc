import { type Action, afterJob, applyAction, type SaleModel } from './sale-model.ts';

/** Actions that ran concurrently, with their outcomes. */
export interface ConcurrentStep {
  actions: { action: Action; outcome: string }[];
  /** Jobs that ran at the same time. Each may have taken effect any number of times. */
  jobs: ('expire' | 'refund')[];
  at: Date;
}

/**
 * Whether the outcome of a concurrent step is serializable: in some order of its actions and jobs, the model returns the
 * same outcomes and ends in the same state. Searches all orders until one fits.
 */
export function isSerializable(before: SaleModel, step: ConcurrentStep, after: SaleModel): boolean {
  const wanted = canonicalJson(after);
  const seen = new Set<string>();
  function search(model: SaleModel, left: ConcurrentStep['actions']): boolean {
    if (left.length === 0 && canonicalJson(model) === wanted) return true;
    const state = `${left.map((one) => step.actions.indexOf(one))} ${canonicalJson(model)}`;
    if (seen.has(state)) return false;
    seen.add(state);
    const fitsWithAction = left.some((next) => {
      const changed = structuredClone(model);
      const isSameOutcome = applyAction(changed, next.action, step.at) === next.outcome;
      const rest = left.filter((one) => one !== next);
      return isSameOutcome && search(changed, rest);
    });
    if (fitsWithAction) return true;
    return step.jobs
      .flatMap((job) => afterJob(model, job, step.at))
      .some((changed) => search(changed, left));
  }
  return search(before, step.actions);
}

/** Independent of the order of bookings, payments and keys. */
function canonicalJson({ bookings, payments, ...product }: SaleModel): string {
  const sorted = {
    ...product,
    bookings: [...bookings].sort((one, other) => one.id.localeCompare(other.id)),
    payments: [...payments].sort((one, other) =>
      one.transactionId.localeCompare(other.transactionId),
    ),
  };
  return JSON.stringify(sorted, (_key, value: unknown) => sortedKeys(value));
}

function sortedKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
