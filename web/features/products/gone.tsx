import { type ComponentType, lazy, Suspense } from 'react';

let Loaded: ComponentType<{ id: string }> | undefined;

/** Loads the script of the page of listings that are off sale, so that the server can render it. */
export async function loadGoneListing() {
  const { GoneListing } = await import('./GoneListing.tsx');
  Loaded = GoneListing;
  return { default: GoneListing };
}

// Few listings that are opened are off sale.
const LazyGoneListing = lazy(loadGoneListing);

/** The page of a listing that is off sale. A browser keeps what the server rendered until the script has loaded. */
export function Gone({ id }: { id: string }) {
  const Page = Loaded ?? LazyGoneListing;
  return (
    <Suspense>
      <Page id={id} />
    </Suspense>
  );
}
