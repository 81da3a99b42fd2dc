import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { launchStepNames } from '#contract/overview/launch-steps.ts';
import { t } from '#contract/text.ts';
import { Icon } from '../../ui/Icon.tsx';
import { launchQuery } from './queries.ts';

/** What an owner has done and has to do before the first sale, until all is done. Without an answer there is no list. */
export function LaunchSteps() {
  const { data: steps = [] } = useQuery(launchQuery());
  const all = steps.length;
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === all) return null;
  return (
    <section aria-labelledby="launch" className="mt-8">
      <h2 id="launch">{t`Before the first sale`}</h2>
      <p className="mt-2 max-w-prose text-muted">
        <span>{t`${done} of ${all} steps are done.`}</span>{' '}
        <span>
          <Trans>
            The command{' '}
            <code className="whitespace-nowrap" dir="ltr">
              npm run launch
            </code>{' '}
            on the server says what to do about the others.
          </Trans>
        </span>
      </p>
      <ol className="mt-4 grid gap-x-8 gap-y-2 rounded-lg border border-line bg-surface p-4 shadow-rest sm:grid-flow-col sm:grid-cols-2 sm:grid-rows-6">
        {steps.map(({ id, isDone }) => (
          <li className="flex items-center gap-3" key={id}>
            {isDone ? (
              <Icon className="size-5 shrink-0 text-green" name="check" />
            ) : (
              <span className="mx-1 size-3 shrink-0 rounded-full border-2 border-brass" />
            )}
            <span className={isDone ? 'text-muted' : 'font-semibold'}>
              <span>{launchStepNames[id]}</span>
              <span className="sr-only">{` (${isDone ? t`done` : t`missing`})`}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
