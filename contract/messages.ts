let titleEnd = 'Product';

/**
 * Every text that the specification quotes, letter for letter, typing errors included: they are part of the contract
 * (sections 2, 4, 5 and 8). With `TEXTS=corrected` some are replaced at the start (`corrected-messages.ts`), so read them when
 * they are shown, not when a module is loaded.
 */
export const messages = {
  toast: {
    productAdded: 'Product added Successfully',
    userDeleted: 'User Deleted Successfully',
    sellerVerified: 'Seller Verified Successfully',
    bookingDeleted: 'Booking Delete Successfully',
    wishlistDeleted: 'Wishlist Delete Successfully',
    productDeleted: 'Product Deleted Successfully',
    operationDone: 'Operation Successfull',
    itemBooked: 'The Item is Successfully Booked',
    wishlistAdded: 'Added whishlist Successfully',
    alreadyBooked: 'Sorry The item you have already Booked',
  },
  payment: {
    heading: 'Payment For',
    completed: 'Congrats! your payment completed',
    transactionId: 'Your transactionId',
  },
  required: {
    email: 'Email is Required',
    password: 'Password is Required',
    name: 'Name is Required',
    profilePicture: 'Profile Picture is Required',
    resalePrice: 'Resale Price is Required',
    purchaseYear: 'Purchase Year is Required',
    mobileNumber: 'Mobile Number is Required',
    location: 'Location is Required',
    description: 'Description is Required',
    phone: 'Phone is Required',
  },
  registration: {
    anotherAccount: 'You have Another Account with this Email',
  },
  category: {
    empty: 'No Products Availble in this Category',
    placeholder: 'Select A Category',
    title: (name: string) => `All ${name} ${titleEnd}`,
  },
  product: {
    sale: 'Sale',
    verifiedSeller: 'Verified Seller',
    wishlisted: 'Wishlisted',
    bookNow: 'Book Now',
    details: 'see details',
    noOriginalPrice: 'N/A',
    sold: 'Sold',
    soldOut: 'Sold Out',
    advertise: 'Advertise',
    advertised: 'Advertised',
  },
  seller: { verify: 'Verify', verified: 'Verified' },
  booking: { pay: 'Pay', paid: 'Paid' },
  hold: {
    badge: 'On hold',
    tellMe: 'Notify me',
    alertRequested: 'We’ll email you when it’s available.',
    cancelAlert: 'Don’t notify me',
    order: 'See the order',
    sellersNumber: 'Seller’s phone',
    ended: 'Hold ended',
    decline: 'Decline booking',
  },
  notFound: { backHome: 'Back To Home' },
} as const;

/** Other wordings of some texts. */
export interface ReplacedTexts {
  readonly toast?: Partial<Record<keyof typeof messages.toast, string>>;
  readonly payment?: Partial<Record<keyof typeof messages.payment, string>>;
  readonly category?: { readonly empty?: string; readonly titleEnd?: string };
}

/** Replaces texts for everything in this process or page. */
export function replaceTexts({ toast, payment, category }: ReplacedTexts): void {
  Object.assign(messages.toast, toast);
  Object.assign(messages.payment, payment);
  Object.assign(messages.category, category?.empty && { empty: category.empty });
  titleEnd = category?.titleEnd ?? titleEnd;
}
