import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import type { ImportChoice } from '#contract/imports/import-choices.ts';
import { importFieldNames, type ValueField } from '#contract/imports/import-fields.ts';
import type { ValueMeaning } from '#contract/imports/listing-imports.ts';
import { plural, t } from '#contract/text.ts';
import { Button } from '../../ui/Button.tsx';
import { MutationDialog } from '../../ui/MutationDialog.tsx';
import { forgetImportChoicesMutation, importChoicesQuery } from './queries.ts';
import { meaningKey, useMeanings } from './ValueTable.tsx';

/** So many are shown without being asked for. */
const shownChoices = 6;

/** What was chosen for the seller's earlier files, with which the next one begins. They can have it forgotten. */
export function RememberedChoices({ email }: { email: string }) {
  const { data: choices = [] } = useQuery(importChoicesQuery(email));
  const [isAsking, setIsAsking] = useState(false);
  const box = useRef<HTMLElement>(null);
  // The pressed button disappears.
  const keepFocus = () => box.current?.focus();
  const list = { email, onGone: keepFocus };
  return (
    <section
      aria-label={t`What is remembered for your next file`}
      className="space-y-3"
      ref={box}
      tabIndex={-1}
    >
      {choices.length > 0 && (
        <>
          <h3 className="text-base">{t`What is remembered for your next file`}</h3>
          <p className="text-muted">
            {t`You chose this for earlier files. The next one begins with it, and you can change it there.`}
          </p>
          <div className="rounded-lg border border-line bg-surface px-4 shadow-rest">
            <Rows {...list} choices={choices.slice(0, shownChoices)} />
            {choices.length > shownChoices && (
              <details className="border-t border-line">
                <summary className="cursor-pointer py-3 font-semibold text-brass">
                  {plural(choices.length - shownChoices, {
                    one: '# more choice',
                    other: '# more choices',
                  })}
                </summary>
                <Rows {...list} choices={choices.slice(shownChoices)} />
              </details>
            )}
          </div>
          <Button onClick={() => setIsAsking(true)} size="small">{t`Forget all`}</Button>
        </>
      )}
      {isAsking && (
        <MutationDialog
          confirmLabel={t`Forget all`}
          isOpen
          mutation={forgetImportChoicesMutation(email)}
          onClose={() => setIsAsking(false)}
          onDone={() => {
            setIsAsking(false);
            keepFocus();
          }}
          success={t`Your choices are forgotten`}
          title={t`Forget what you chose for earlier files?`}
          variables={{}}
        >
          <p>{t`Your listings stay as they are. Your next file begins without these choices.`}</p>
        </MutationDialog>
      )}
    </section>
  );
}

function Rows({
  choices,
  ...row
}: {
  choices: readonly ImportChoice[];
  email: string;
  onGone: () => void;
}) {
  return (
    <ul className="divide-y divide-line">
      {choices.map((choice) => (
        <Row {...row} choice={choice} key={`${choice.field} ${choice.said ?? ''}`} />
      ))}
    </ul>
  );
}

function Row({
  choice,
  email,
  onGone,
}: {
  choice: ImportChoice;
  email: string;
  onGone: () => void;
}) {
  const { field, said, means, value } = choice;
  const forget = useMutation(forgetImportChoicesMutation(email));
  const name = importFieldNames[field];
  // Not the callbacks of `mutate`: the list, which is read again before, takes away the row.
  const press = () =>
    forget.mutateAsync({ field, said }).then(onGone, ({ message }: Error) => toast.error(message));
  return (
    <li className="flex items-center gap-4 py-3">
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="text-sm text-muted">
          {said === undefined ? t`${name} of all rows` : t`${name}: “${said}” means`}
        </p>
        <p>
          {means && said !== undefined ? (
            <Meaning field={field as ValueField} means={means} />
          ) : (
            <bdi>{value}</bdi>
          )}
        </p>
      </div>
      <Button busyLabel={t`Forgetting`} isBusy={forget.isPending} onClick={press} size="small">
        {t`Forget`}
        <span className="sr-only"> {said ?? name}</span>
      </Button>
    </li>
  );
}

function Meaning({ field, means }: { field: ValueField; means: ValueMeaning }) {
  const meanings = useMeanings(field);
  return <span>{meanings.find((one) => one.value === meaningKey(means))?.label}</span>;
}
