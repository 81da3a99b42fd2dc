import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isolate, labelSeparator } from '#contract/isolate.ts';
import { plural, t } from '#contract/text.ts';
import { Button } from './Button.tsx';

/** The outcome for one of several entries. */
interface Outcome {
  id: string;
  name: string;
  /** Why it was refused. */
  failure?: string;
}

type Choosable = { _id: string; name: string };

/** Entries of a list that are chosen to do something with all of them, and what became of each. */
export function useChosen<Item extends Choosable>() {
  const [chosen, setChosen] = useState<readonly Item[]>([]);
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>();
  return {
    chosen,
    outcomes,
    isChosen: ({ _id }: Item) => chosen.some((item) => item._id === _id),
    toggle: (item: Item) =>
      setChosen((before) =>
        before.some(({ _id }) => _id === item._id)
          ? before.filter(({ _id }) => _id !== item._id)
          : [...before, item],
      ),
    clear: () => setChosen([]),
    /** Shows the outcomes. What was refused remains chosen. */
    finish(done: readonly Outcome[]) {
      setOutcomes(done);
      setChosen((before) =>
        before.filter(({ _id }) => done.some(({ id, failure }) => failure && id === _id)),
      );
    },
    hideOutcomes: () => setOutcomes(undefined),
  };
}

/** Does the same with one entry after the other; a refusal of one does not keep the others from it. */
export function useEach<Reply, Variables>(mutation: UseMutationOptions<Reply, Error, Variables>) {
  const { mutateAsync } = useMutation(mutation);
  return async <Item extends Choosable>(
    items: readonly Item[],
    variablesOf: (item: Item) => Variables,
  ): Promise<Outcome[]> => {
    const outcomes: Outcome[] = [];
    for (const item of items) {
      const { _id: id, name } = item;
      outcomes.push(
        await mutateAsync(variablesOf(item)).then(
          () => ({ id, name }),
          ({ message }: Error) => ({ id, name, failure: message }),
        ),
      );
    }
    return outcomes;
  };
}

/** Chooses an entry. */
export function ChoiceBox<Item extends Choosable>({
  item,
  isChosen,
  toggle,
}: {
  item: Item;
  isChosen: (item: Item) => boolean;
  toggle: (item: Item) => void;
}) {
  const name = isolate(item.name);
  return (
    <label className="inline-flex size-9 shrink-0 items-center justify-center">
      <input
        aria-label={t`Choose ${name}`}
        checked={isChosen(item)}
        className="size-5 accent-brass"
        onChange={() => toggle(item)}
        type="checkbox"
      />
    </label>
  );
}

/** Stays in sight while something is chosen: how many, what can be done with them, and afterwards what became of each. */
export function ChosenBar<Item extends Choosable>({
  list: { chosen, outcomes, clear, hideOutcomes },
  children,
}: {
  list: Pick<ReturnType<typeof useChosen<Item>>, 'chosen' | 'outcomes' | 'clear' | 'hideOutcomes'>;
  /** The buttons. */
  children: ReactNode;
}) {
  return (
    <>
      {outcomes && <Outcomes onClose={hideOutcomes} outcomes={outcomes} />}
      <p className="sr-only" role="status">
        {countText(chosen.length)}
      </p>
      {chosen.length > 0 && (
        <section
          aria-label={t`Chosen`}
          className="sticky bottom-2 z-10 mt-4 flex flex-wrap items-center gap-3 rounded-lg border border-line-strong bg-surface p-3 shadow-over"
        >
          <span className="me-auto font-semibold">{countText(chosen.length)}</span>
          {children}
          <Button onClick={clear} size="small">{t`Clear the choice`}</Button>
        </section>
      )}
    </>
  );
}

function countText(count: number): string {
  return count === 0 ? '' : plural(count, { one: '# chosen', other: '# chosen' });
}

function Outcomes({ outcomes, onClose }: { outcomes: readonly Outcome[]; onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each new result
  useEffect(() => heading.current?.focus(), [outcomes]);
  const total = outcomes.length;
  const done = outcomes.filter(({ failure }) => failure === undefined).length;
  return (
    <section className="mt-6 rounded-lg border border-line bg-surface p-4 shadow-rest">
      <h2 className="text-subheading" ref={heading} tabIndex={-1}>
        {t`${done} of ${total} done`}
      </h2>
      <ul className="mt-2 mb-3 space-y-1">
        {outcomes.map(({ id, name, failure }) => (
          <li className="wrap-anywhere" key={id}>
            <bdi className="font-semibold">{name}</bdi>
            <span>{labelSeparator()}</span>
            <span className={failure === undefined ? 'text-green' : 'text-red'}>
              {failure ?? t`Done`}
            </span>
          </li>
        ))}
      </ul>
      <Button onClick={onClose} size="small">{t`Close`}</Button>
    </section>
  );
}
