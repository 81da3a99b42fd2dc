import { Icon } from '../../ui/Icon.tsx';
import { promises } from './promises.ts';

/** The three reassurances at the end of the page. */
export function Promises() {
  return (
    <section aria-labelledby="promises-heading" className="mx-auto max-w-page px-4">
      <h2 className="sr-only" id="promises-heading">
        What you can count on
      </h2>
      <ul className="grid gap-8 md:grid-cols-3 md:gap-10">
        {promises.map(({ icon, title, text }) => (
          <li
            className="relative border-l border-line-strong py-1 pl-6 first:border-l-[6px] first:border-double first:border-brass max-md:ml-[5px] max-md:first:ml-0"
            key={title}
          >
            <Icon className="mb-2 size-7 text-brass" name={icon} />
            <h3>{title}</h3>
            <p className="mt-1 max-w-sm text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
