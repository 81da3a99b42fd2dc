import { textsOf } from './language.ts';
import { msg, t } from './text.ts';

/**
 * Every text that the specification quotes, letter for letter, typing errors included: they are part of the contract
 * (sections 2, 4, 5 and 8). Their ids are fixed, so that translations and the owner's own words (`shop/texts`) stay when
 * a word of the English changes. With `TEXTS=corrected` they are worded as a native speaker would (`corrected-messages.ts`).
 */
export const messages = textsOf({
  toast: {
    productAdded: msg({ id: 'toast.productAdded', message: 'Product added Successfully' }),
    userDeleted: msg({ id: 'toast.userDeleted', message: 'User Deleted Successfully' }),
    sellerVerified: msg({ id: 'toast.sellerVerified', message: 'Seller Verified Successfully' }),
    bookingDeleted: msg({ id: 'toast.bookingDeleted', message: 'Booking Delete Successfully' }),
    wishlistDeleted: msg({ id: 'toast.wishlistDeleted', message: 'Wishlist Delete Successfully' }),
    productDeleted: msg({ id: 'toast.productDeleted', message: 'Product Deleted Successfully' }),
    operationDone: msg({ id: 'toast.operationDone', message: 'Operation Successfull' }),
    itemBooked: msg({ id: 'toast.itemBooked', message: 'The Item is Successfully Booked' }),
    wishlistAdded: msg({ id: 'toast.wishlistAdded', message: 'Added whishlist Successfully' }),
    alreadyBooked: msg({
      id: 'toast.alreadyBooked',
      message: 'Sorry The item you have already Booked',
    }),
  },
  payment: {
    heading: msg({ id: 'payment.heading', message: 'Payment For' }),
    completed: msg({ id: 'payment.completed', message: 'Congrats! your payment completed' }),
    transactionId: msg({ id: 'payment.transactionId', message: 'Your transactionId' }),
  },
  required: {
    email: msg({ id: 'required.email', message: 'Email is Required' }),
    password: msg({ id: 'required.password', message: 'Password is Required' }),
    name: msg({ id: 'required.name', message: 'Name is Required' }),
    profilePicture: msg({ id: 'required.profilePicture', message: 'Profile Picture is Required' }),
    // The specification's words for pictures of listings too; other languages have their own.
    picture: msg({ id: 'required.picture', message: 'Profile Picture is Required' }),
    resalePrice: msg({ id: 'required.resalePrice', message: 'Resale Price is Required' }),
    purchaseYear: msg({ id: 'required.purchaseYear', message: 'Purchase Year is Required' }),
    mobileNumber: msg({ id: 'required.mobileNumber', message: 'Mobile Number is Required' }),
    location: msg({ id: 'required.location', message: 'Location is Required' }),
    meetingPlace: msg({ id: 'required.meetingPlace', message: 'Location is Required' }),
    description: msg({ id: 'required.description', message: 'Description is Required' }),
    phone: msg({ id: 'required.phone', message: 'Phone is Required' }),
  },
  registration: {
    anotherAccount: msg({
      id: 'registration.anotherAccount',
      message: 'You have Another Account with this Email',
    }),
  },
  category: {
    empty: msg({ id: 'category.empty', message: 'No Products Availble in this Category' }),
    placeholder: msg({ id: 'category.placeholder', message: 'Select A Category' }),
    title: (name: string) => t({ id: 'category.title', message: `All ${name} Product` }),
  },
  product: {
    sale: msg({ id: 'product.sale', message: 'Sale' }),
    verifiedSeller: msg({ id: 'product.verifiedSeller', message: 'Verified Seller' }),
    wishlisted: msg({ id: 'product.wishlisted', message: 'Wishlisted' }),
    bookNow: msg({ id: 'product.bookNow', message: 'Book Now' }),
    details: msg({ id: 'product.details', message: 'see details' }),
    noOriginalPrice: msg({ id: 'product.noOriginalPrice', message: 'N/A' }),
    sold: msg({ id: 'product.sold', message: 'Sold' }),
    soldOut: msg({ id: 'product.soldOut', message: 'Sold Out' }),
    advertise: msg({ id: 'product.advertise', message: 'Advertise' }),
    advertised: msg({ id: 'product.advertised', message: 'Advertised' }),
  },
  seller: {
    verify: msg({ id: 'seller.verify', message: 'Verify' }),
    verified: msg({ id: 'seller.verified', message: 'Verified' }),
  },
  booking: {
    pay: msg({ id: 'booking.pay', message: 'Pay' }),
    paid: msg({ id: 'booking.paid', message: 'Paid' }),
  },
  hold: {
    badge: msg({ id: 'hold.badge', message: 'On hold' }),
    tellMe: msg({ id: 'hold.tellMe', message: 'Notify me' }),
    alertRequested: msg({
      id: 'hold.alertRequested',
      message: 'We’ll email you when it’s available.',
    }),
    cancelAlert: msg({ id: 'hold.cancelAlert', message: 'Don’t notify me' }),
    order: msg({ id: 'hold.order', message: 'See the order' }),
    sellersNumber: msg({ id: 'hold.sellersNumber', message: 'Seller’s phone' }),
    ended: msg({ id: 'hold.ended', message: 'Hold ended' }),
    decline: msg({ id: 'hold.decline', message: 'Decline booking' }),
  },
  notFound: {
    backHome: msg({ id: 'notFound.backHome', message: 'Back To Home' }),
  },
});
