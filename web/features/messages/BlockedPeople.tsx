import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { Unblock } from './ThreadStanding.tsx';
import { blocksQuery } from './thread-queries.ts';

/** The people whom a user has blocked; it renders nothing while there are none. */
export function BlockedPeople({ email }: { email: string }) {
  const { data: blocks = [] } = useQuery(blocksQuery(email));
  if (blocks.length === 0) return null;
  return (
    <section aria-labelledby="blocked" className="mt-10 border-t border-line pt-6">
      <h2 className="text-lg" id="blocked">
        {t`People you have blocked`}
      </h2>
      <p className="mt-1 text-sm text-muted">
        {t`Neither of you can write to the other. They are not told.`}
      </p>
      <ul className="mt-3 divide-y divide-line">
        {blocks.map(({ _id, user, time }) => (
          <li className="flex items-center justify-between gap-4 py-2" key={_id}>
            <span className="min-w-0">
              <span className="block truncate font-semibold" dir="auto">
                {user.name}
              </span>
              <span className="text-sm text-muted">
                <Trans>
                  Since <Moment at={time} isDay />
                </Trans>
              </span>
            </span>
            <Unblock id={_id} name={user.name} />
          </li>
        ))}
      </ul>
    </section>
  );
}
