import { Plural, Trans } from '@lingui/react/macro';
import { Moment } from '../../hydration/Moment.tsx';

/** The number of attempts, with the times of the last and the next one. */
export function Tries({
  attempts,
  triedAt,
  nextAt,
}: {
  attempts: number;
  triedAt: string | undefined;
  nextAt: string | undefined;
}) {
  return (
    <>
      {attempts > 0 && !triedAt && (
        <span>
          <Plural one="Tried once" other="Tried # times" value={attempts} />
        </span>
      )}
      {attempts > 0 && triedAt && (
        <span>
          <Trans>
            <Plural one="Tried once" other="Tried # times" value={attempts} />, last{' '}
            <Moment at={triedAt} />
          </Trans>
        </span>
      )}
      {attempts === 0 && triedAt && (
        <span>
          <Trans>
            Since <Moment at={triedAt} />
          </Trans>
        </span>
      )}
      {nextAt && (
        <span>
          {(attempts > 0 || triedAt) && <span>. </span>}
          <span>
            <Trans>
              Next <Moment at={nextAt} />
            </Trans>
          </span>
        </span>
      )}
    </>
  );
}
