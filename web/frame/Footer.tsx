import { Link } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import { Logo } from '../ui/Logo.tsx';
import { SocialIcon } from './SocialIcon.tsx';
import { type SocialLink, socialLinks } from './social-links.ts';

const shopLinks = [
  { name: 'About us', to: paths.about() },
  { name: 'Contact', to: paths.about('contact') },
  { name: 'Jobs', to: paths.about('jobs') },
  { name: 'Press kit', to: paths.about('press-kit') },
] as const;

/** @param links the shop's social accounts */
export function Footer({ links = socialLinks }: { links?: readonly SocialLink[] }) {
  return (
    <footer className="on-walnut mt-16">
      <div className="mx-auto flex max-w-page flex-col gap-6 px-4 py-10 md:flex-row md:items-center md:justify-between">
        <div>
          <Logo onWalnut />
          <p className="mt-2 text-on-walnut-muted">Played before. Played again.</p>
        </div>
        <nav aria-label="About the shop">
          <ul className="-mx-2 flex flex-wrap gap-x-2">
            {shopLinks.map(({ name, to }) => (
              <li key={name}>
                <Link
                  className="inline-flex min-h-11 items-center rounded-md px-2 underline-offset-4 hover:underline"
                  to={to}
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <SocialAccounts links={links} />
      </div>
      <p className="border-t border-walnut-line px-4 py-6 text-center text-sm text-on-walnut-muted">
        Copyright © 2022 Reprise
      </p>
    </footer>
  );
}

/** Those that have an address; nothing while there is none. */
function SocialAccounts({ links }: { links: readonly SocialLink[] }) {
  const accounts = links.filter(({ address }) => address !== null);
  if (accounts.length === 0) return null;
  return (
    <ul aria-label="Elsewhere" className="-mx-2 flex gap-1">
      {accounts.map(({ name, address, glyph }) => (
        <li key={name}>
          <a
            aria-label={`Reprise on ${name}`}
            className="grid size-11 place-items-center rounded-md text-on-walnut-muted transition hover:bg-walnut-line hover:text-on-walnut"
            href={address ?? undefined}
            rel="me"
          >
            <SocialIcon glyph={glyph} />
          </a>
        </li>
      ))}
    </ul>
  );
}
