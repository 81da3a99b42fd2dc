import { Advertised } from '../products/Advertised.tsx';
import { Promises } from '../products/Promises.tsx';
import { Banner } from './Banner.tsx';
import { windowId } from './places.ts';
import { SellerPromo } from './SellerPromo.tsx';
import { Shelves } from './Shelves.tsx';

/** The shop front. */
export function HomePage() {
  return (
    <>
      <Banner />
      <Advertised id={windowId} />
      <Shelves />
      <SellerPromo />
      <Promises />
    </>
  );
}
