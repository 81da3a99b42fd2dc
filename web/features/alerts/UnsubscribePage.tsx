import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { AlertTopic } from '#contract/constants.ts';
import { textsOf } from '#contract/language.ts';
import { paths } from '#contract/page-paths.ts';
import { msg, t } from '#contract/text.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyCase } from '../../ui/illustrations/EmptyCase.tsx';
import { LoadingOrError } from '../../ui/LoadingOrError.tsx';
import { alertLinkQuery } from './queries.ts';

const texts: Record<
  AlertTopic,
  { title: string; on: string; off: string; link: { label: string; path: string } }
> = textsOf({
  searches: {
    title: msg`Emails about your saved searches`,
    on: msg`When something new matches one of your saved searches, we email you, at most once a day.`,
    off: msg`We no longer email you about new matches for your saved searches. The searches are still there.`,
    link: { label: msg`See your saved searches`, path: paths.savedSearches() },
  },
  wishlist: {
    title: msg`Emails about your wishlist`,
    on: msg`When something on your wishlist gets cheaper or becomes available again, we email you, at most once a day.`,
    off: msg`We no longer email you about price drops and what is available again. Your wishlist is still there.`,
    link: { label: msg`See your wishlist`, path: paths.wishlist() },
  },
  messages: {
    title: msg`Emails about messages`,
    on: msg`When somebody writes to you, we email you: once for each conversation until you have read it.`,
    off: msg`We no longer email you when somebody writes to you. The messages are in the shop, as before.`,
    link: { label: msg`See your messages`, path: paths.messages() },
  },
});

/**
 * Opened from the end of a mail, without a login. Opening it changes nothing, because mail scanners open links too; its form
 * is sent to its own address and needs no script.
 */
export function UnsubscribePage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const link = useQuery(alertLinkQuery(token));
  if (!link.data) {
    return (
      <div className="mx-auto max-w-page px-4 py-12 md:py-20">
        <LoadingOrError heading={t`Emails from us`} query={link} />
      </div>
    );
  }
  const { topic, isOn } = link.data;
  const text = texts[topic];
  return (
    <div className="mx-auto grid max-w-page items-start gap-12 px-4 py-12 md:grid-cols-2 md:py-20">
      <div className="w-full max-w-md">
        <h1 tabIndex={-1}>{text.title}</h1>
        <p className="mt-6 font-semibold">{isOn ? t`They are on.` : t`They are off.`}</p>
        <p className="mt-1 text-muted">{isOn ? text.on : text.off}</p>
        {/* With an action, because forms without one are left to scripts (`boot.ts`). */}
        <form
          action={paths.unsubscribe(token)}
          className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4"
          method="post"
        >
          <Button
            name="action"
            type="submit"
            value={isOn ? 'end' : 'resume'}
            variant={isOn ? 'primary' : 'quiet'}
          >
            {isOn ? t`Stop these emails` : t`Turn them back on`}
          </Button>
          <Link className="text-link py-1" to={text.link.path}>
            {text.link.label}
          </Link>
        </form>
      </div>
      <EmptyCase className="mx-auto w-full max-w-sm max-md:hidden" />
    </div>
  );
}
