import { Link } from 'react-router';

interface LinkTab {
  name: string;
  words: string;
  to: string;
}

/** Parts of one page that each have an address, as tabs. */
export function LinkTabs({
  label,
  tabs,
  current,
}: {
  label: string;
  tabs: readonly LinkTab[];
  current: string | null;
}) {
  return (
    <nav aria-label={label} className="mt-4 border-b border-line">
      <ul className="-mb-px flex gap-1">
        {tabs.map(({ name, words, to }) => (
          <li key={name}>
            <Link
              aria-current={current === name ? 'page' : undefined}
              className="block border-b-3 border-transparent px-4 py-3 font-semibold text-muted transition hover:text-ink aria-[current=page]:border-brass aria-[current=page]:text-ink"
              to={to}
            >
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
