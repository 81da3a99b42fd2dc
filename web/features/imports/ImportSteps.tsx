import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ListingImport } from '#contract/imports/listing-imports.ts';
import { isolate } from '#contract/isolate.ts';
import { plural, t } from '#contract/text.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { formatNumber } from '../../ui/format.ts';
import { ImportResult } from './ImportResult.tsx';
import { MappingForm } from './MappingForm.tsx';
import { runListingImportMutation } from './queries.ts';
import { StepHeading } from './StepHeading.tsx';

/** The steps after the file has arrived, by where the import stands: after an interruption it goes on from there. */
export function ImportSteps({ stored, isOwn }: { stored: ListingImport; isOwn: boolean }) {
  const { _id, state, rowCount } = stored;
  const [isMapping, setIsMapping] = useState(state === 'mapping');
  const leave = useRef(new AbortController());
  const run = useMutation(runListingImportMutation(_id, () => leave.current.signal));
  useEffect(() => {
    leave.current = new AbortController();
    return () => leave.current.abort();
  }, []);

  if (isMapping) {
    const fileName = isolate(stored.fileName);
    return (
      <Step number={2} title={t`Match the columns of ${fileName}`}>
        <MappingForm
          onMapped={() => {
            setIsMapping(false);
            run.mutate('check');
          }}
          stored={stored}
        />
      </Step>
    );
  }
  if (state === 'checking' || state === 'importing') {
    const step = state === 'checking' ? 'check' : 'import';
    return (
      <Step
        number={step === 'check' ? 3 : 4}
        title={step === 'check' ? t`Checking the rows` : t`Importing the listings`}
      >
        <Progress stored={stored} />
        {!run.isPending && (
          <Button onClick={() => run.mutate(step)} variant="primary">
            {step === 'check' ? t`Continue checking` : t`Continue importing`}
          </Button>
        )}
        <FieldError message={run.error?.message} />
      </Step>
    );
  }
  const isDone = state === 'done';
  return (
    <Step
      number={isDone ? 4 : 3}
      title={isDone ? t`The import is done` : plural(rowCount, { other: 'All # rows are checked' })}
    >
      <ImportResult
        actions={
          !isDone && (
            <>
              <CheckedActions
                isBusy={run.isPending}
                onChange={() => setIsMapping(true)}
                onImport={() => run.mutate('import')}
                stored={stored}
              />
              <FieldError message={run.error?.message} />
            </>
          )
        }
        isOwn={isOwn}
        stored={stored}
      />
    </Step>
  );
}

function Step({
  number,
  title,
  children,
}: {
  number: 2 | 3 | 4;
  title: string;
  children: React.ReactNode;
}) {
  return (
    <section className="mt-8 space-y-6" key={title}>
      <StepHeading key={title} step={number} title={title} />
      {children}
    </section>
  );
}

function Progress({ stored: { processed, rowCount, state } }: { stored: ListingImport }) {
  const done = formatNumber(processed);
  return (
    <div className="max-w-prose space-y-2">
      <progress
        aria-label={state === 'checking' ? t`Rows checked` : t`Rows imported`}
        className="h-3 w-full accent-brass"
        max={rowCount}
        value={processed}
      />
      <p className="text-muted" role="status">
        {state === 'checking'
          ? t`${done} of ${plural(rowCount, { other: '# rows' })} checked. You can leave this page and continue later.`
          : t`${done} of ${plural(rowCount, { other: '# rows' })} imported. You can leave this page and continue later.`}
      </p>
    </div>
  );
}

function CheckedActions({
  stored: { counts },
  isBusy,
  onChange,
  onImport,
}: {
  stored: ListingImport;
  isBusy: boolean;
  onChange: () => void;
  onImport: () => void;
}) {
  const count = counts.created + counts.changed;
  return (
    <div className="flex flex-wrap gap-3">
      {count > 0 && (
        <Button busyLabel={t`Importing`} isBusy={isBusy} onClick={onImport} variant="primary">
          {t`Import ${plural(count, { one: '# listing', other: '# listings' })}`}
        </Button>
      )}
      <Button onClick={onChange}>{t`Change the columns`}</Button>
    </div>
  );
}
