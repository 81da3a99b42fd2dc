import { Link } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { buttonStyle } from './button-style.ts';

/** Tells a guest what a user would see, above a list, with the ways to log in and to register. */
export function LoginPrompt({
  title,
  text,
  state,
}: {
  title: string;
  text: string;
  /** The navigation state for the login page, which says where to come back to. */
  state: object;
}) {
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-4 rounded-lg border border-line border-s-4 border-s-brass bg-surface p-5">
      <p className="min-w-0 flex-1 basis-72">
        <strong className="block">{title}</strong>
        <span>{text}</span>
      </p>
      <p className="flex flex-wrap gap-2">
        <Link className={buttonStyle('primary')} state={state} to={paths.login()}>
          {t`Log in`}
        </Link>
        <Link className={buttonStyle()} state={state} to={paths.register()}>
          {t`Register`}
        </Link>
      </p>
    </div>
  );
}
