import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { AlertTopic } from '#contract/constants.ts';
import { paths } from '#contract/page-paths.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyCase } from '../../ui/illustrations/EmptyCase.tsx';
import { LoadingOrError } from '../../ui/LoadingOrError.tsx';
import { alertLinkQuery } from './queries.ts';

const texts: Record<
  AlertTopic,
  { title: string; on: string; off: string; link: { label: string; path: string } }
> = {
  searches: {
    title: 'Emails about your saved searches',
    on: 'When something new matches one of your saved searches, we email you, at most once a day.',
    off: 'We no longer email you about new matches for your saved searches. The searches are still there.',
    link: { label: 'See your saved searches', path: paths.savedSearches() },
  },
  wishlist: {
    title: 'Emails about your wishlist',
    on: 'When something on your wishlist gets cheaper or becomes available again, we email you, at most once a day.',
    off: 'We no longer email you about price drops and what is available again. Your wishlist is still there.',
    link: { label: 'See your wishlist', path: paths.wishlist() },
  },
};

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
        <LoadingOrError heading="Emails from us" query={link} />
      </div>
    );
  }
  const { topic, isOn } = link.data;
  const text = texts[topic];
  return (
    <div className="mx-auto grid max-w-page items-start gap-12 px-4 py-12 md:grid-cols-2 md:py-20">
      <div className="w-full max-w-md">
        <h1 tabIndex={-1}>{text.title}</h1>
        <p className="mt-6 font-semibold">{isOn ? 'They are on.' : 'They are off.'}</p>
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
            {isOn ? 'Stop these emails' : 'Turn them back on'}
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
