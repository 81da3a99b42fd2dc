import { Advertised } from './Advertised.tsx';
import { Banner } from './Banner.tsx';
import { Promises } from './Promises.tsx';
import { SellerPromo } from './SellerPromo.tsx';
import { Shelves } from './Shelves.tsx';

/** The shop front. */
export function HomePage() {
  return (
    <>
      <Banner />
      <Advertised />
      <Shelves />
      <SellerPromo />
      <Promises />
    </>
  );
}
