import { Link } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import type { SingleProduct } from '#contract/products.ts';

export function Breadcrumbs({ product: { name, category } }: { product: SingleProduct }) {
  const link = 'py-1 underline-offset-4 hover:text-ink hover:underline';
  return (
    <nav aria-label="Breadcrumb" className="text-sm text-muted">
      <ol className="flex items-center gap-2 whitespace-nowrap">
        <li>
          <Link className={link} to={paths.home()}>
            Home
          </Link>
        </li>
        {category && (
          <li className="flex items-center gap-2">
            <Divider />
            <Link className={link} to={paths.category(category)}>
              {category}
            </Link>
          </li>
        )}
        <li className="flex min-w-0 items-center gap-2">
          <Divider />
          <span aria-current="page" className="truncate" dir="auto">
            {name}
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
