import { withParents } from '#contract/language.ts';
import type { LaunchStepId } from '#contract/overview/launch-steps.ts';
import { defaultShop } from '#contract/shop/default-shop.ts';
import type { Config } from '../config/config.ts';
import { missingInstrumentTexts } from '../config/shop/read-instruments.ts';
import { type LoadedShop, translatedPage } from '../core/loaded-shop.ts';
import { StartupError } from '../core/startup-error.ts';
import { checkBackups } from './check-backups.ts';
import { type Asked, one } from './check-database.ts';
import { checkMailServer, checkMode, checkMoney, checkReach } from './check-settings.ts';
import { anotherDatabase, demoInDatabase } from './demo-database.ts';
import { type Finding, fault } from './finding.ts';

interface LaunchDeps {
  config: Config;
  /** Or why its folder cannot be used. */
  shop: LoadedShop | StartupError;
  /** Asks the database of the shop; undefined before its first start. */
  client: Asked | undefined;
  at: Date;
}

/** How many listings a visitor should find on the first day. */
const firstListings = 10;

/**
 * What is missing between a clone and the first sale, from settings, folder, database and backups; nothing outside is asked. A
 * step without findings is done.
 */
export async function checkLaunch(deps: LaunchDeps): Promise<Record<LaunchStepId, Finding[]>> {
  const { config, client, at } = deps;
  const settings = {
    mail: checkMailServer(config),
    cards: checkMoney(config),
    domain: [...checkMode(config), ...checkReach(config)].filter(isFault),
  };
  const stored = client && (await one<Stored>(client, readStored));
  if (!stored || stored.isDemo) {
    const missing = [stored ? demoDatabase : noDatabase];
    return {
      ...checkFolder(deps, 0),
      ...settings,
      admin: missing,
      backup: missing,
      listings: missing,
    };
  }
  const backups = await checkBackups({ client, dataDir: config.dataDir, at });
  return {
    ...checkFolder(deps, stored.categories),
    ...settings,
    admin: stored.hasAdmin ? [] : [noAdmin],
    backup: backups.filter(isFault),
    listings: stored.listings < firstListings ? [tooFewListings(stored.listings)] : [],
  };
}

const isFault = ({ level }: Finding) => level === 'fault';

interface Stored {
  hasAdmin: boolean;
  /** Filled with the demo catalogue, whose people and listings do not count. */
  isDemo: boolean;
  /** Counted up to those of the first day, also what has since been sold. */
  listings: number;
  /** Of these, how many have a category. */
  categories: number;
}

const readStored = `
  select exists (select 1 from users where role = 'admin' and removed_at is null) as "hasAdmin",
    exists (select 1 from shared_secrets where name = 'demo-catalogue') as "isDemo",
    count(*)::int as listings, count(category)::int as categories
  from (select category from products limit ${firstListings}) first`;

type FolderStep = 'name' | 'languages' | 'country' | 'categories' | 'pages';

/** What the folder of the shop says. */
function checkFolder(
  { shop }: Pick<LaunchDeps, 'shop'>,
  listingsWithCategory: number,
): Record<FolderStep, Finding[]> {
  if (shop instanceof StartupError) {
    const missing = [fault(shop.message, shop.remedy)];
    return {
      name: missing,
      languages: missing,
      country: missing,
      categories: missing,
      pages: missing,
    };
  }
  const { name, country, categories } = shop.public;
  const isOwn = name !== defaultShop.name;
  return {
    name: isOwn ? [] : [noName],
    languages: isOwn ? languageFindings(shop) : [noLanguages],
    country: country === undefined ? [noCountry] : [],
    categories: categories !== undefined || listingsWithCategory > 0 ? [] : [noCategories],
    pages: pageFindings(shop),
  };
}

/** The owner's pages and kinds of instruments in each language. A page whose language is named is meant to have no other. */
function languageFindings({ public: shown, pages, translatedPages, instruments }: LoadedShop) {
  const tags = shown.languages.map(({ tag }) => tag);
  const [first = 'en', ...others] = tags;
  const own = pages.filter(({ lang }) => lang === undefined).map(({ path }) => path);
  const untranslated = others.flatMap((tag) => {
    const parents = withParents(tag);
    if (parents.includes(first)) return [];
    const has = (path: string) =>
      parents.some((one) => translatedPages.has(translatedPage(path, one)));
    const paths = own.filter((path) => !has(path));
    return paths.length === 0
      ? []
      : [
          fault(
            `These pages are not there in ${tag}: ${paths.join(', ')}.`,
            `Write them as files beside the others, terms.${tag}.md beside terms.md (docs/shop.md).`,
          ),
        ];
  });
  return [
    ...untranslated,
    ...missingInstrumentTexts(instruments, tags).map((text) =>
      fault(`${text}.`, 'Write what is missing (docs/shop.md).'),
    ),
  ];
}

function pageFindings({ pages, warnings }: LoadedShop): Finding[] {
  if (pages.length === 0) return [noPages];
  return warnings.map((warning) => fault(`${warning}.`, 'Complete it, and start the shop again.'));
}

const noDatabase = fault(
  'The shop has no database yet.',
  'Start it once with its settings (npm start): the first start makes the database.',
);

const demoDatabase = fault(demoInDatabase, anotherDatabase);

const noAdmin = fault(
  'Nobody is an admin.',
  'Set ADMIN_EMAILS to your address, register with it and confirm it (docs/operators/accounts.md).',
);

const tooFewListings = (count: number) =>
  fault(
    `${count} of the first ${firstListings} instruments are listed.`,
    'List them from the dashboard, or bring them in a CSV file (docs/csv.md).',
  );

const noName = fault(
  `The shop is still called ${defaultShop.name}.`,
  'npm run shop:new asks for name, languages, country and currency, and writes the folder of your shop (docs/shop.md).',
);

const noLanguages = fault(
  'No folder of the shop says which languages it speaks.',
  'npm run shop:new asks for them; "languages" in shop.json changes them (docs/languages.md).',
);

const noCountry = fault(
  'shop.json does not say in which country instruments are.',
  'Write "country" and the "zones" to which they are shipped into shop.json (docs/shop.md).',
);

const noCategories = fault(
  'shop.json names no categories, and nothing is listed in those that the shop begins with.',
  'Write your own into "categories" of shop.json (docs/shop.md), or keep the five and list an instrument in one.',
);

const noPages = fault(
  'The shop has no pages of its own: no terms, no imprint, no word on privacy.',
  'npm run shop:new writes nine of them, in each language; what only you know stands in [[double brackets]].',
);
