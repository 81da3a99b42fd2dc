import { Link } from 'react-router';
import { paths } from '../addresses.ts';
import { dashboardPlaces } from '../layout/dashboard-places.ts';
import { useDashboardUser } from '../layout/dashboard-user.ts';
import { buttonLook } from '../ui/button-look.ts';
import { Icon } from '../ui/Icon.tsx';
import { MyProductsList } from './MyProductsList.tsx';

/** What the person who is signed in has listed, to advertise, mend or withdraw. */
export function MyProductsPage() {
  const { email } = useDashboardUser();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 tabIndex={-1}>{dashboardPlaces.myProducts.name}</h1>
        <Link className={buttonLook('quiet')} to={paths.addProduct()}>
          <Icon name="plus" />
          Add Product
        </Link>
      </div>
      <MyProductsList email={email} />
    </>
  );
}
