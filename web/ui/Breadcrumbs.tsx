import { Link } from 'react-router';
import type { ShownText } from '#contract/shop/owned-text.ts';
import { t } from '#contract/text.ts';

export interface Step extends Omit<ShownText, 'text'> {
  name: string;
  path: string;
}

/** The trail to a page. The last step is the page itself; on phones its heading says it. */
export function Breadcrumbs({ steps }: { steps: readonly Step[] }) {
  const current = steps.at(-1);
  return (
    <nav aria-label={t`Breadcrumb`} className="text-sm text-muted">
      <ol className="flex flex-wrap items-center gap-x-2">
        {steps.slice(0, -1).map(({ name, path, ...language }, index) => (
          <li className="flex items-center gap-2 whitespace-nowrap" key={path}>
            {index > 0 && <Divider />}
            <Link className="py-1 underline-offset-4 hover:text-ink hover:underline" to={path}>
              <bdi {...language}>{name}</bdi>
            </Link>
          </li>
        ))}
        <li className="flex min-w-0 max-w-full items-center gap-2 max-sm:sr-only">
          <Divider />
          <span
            aria-current="page"
            className="truncate"
            dir={current?.dir ?? 'auto'}
            lang={current?.lang}
          >
            {current?.name}
          </span>
        </li>
      </ol>
    </nav>
  );
}

function Divider() {
  return (
    <span aria-hidden="true" className="text-line-strong">
      /
    </span>
  );
}
