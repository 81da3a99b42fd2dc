/**
 * The specification's texts as a native speaker would write them, for `TEXTS=corrected` (in `shop.json`: `texts`), by the
 * ids of `messages.ts`. Only the English is different: the translations never had the errors.
 */
export const correctedMessages: Readonly<Record<string, string>> = {
  'toast.productAdded': 'It is on sale',
  'toast.userDeleted': 'The account was removed',
  'toast.sellerVerified': 'The seller is verified',
  'toast.bookingDeleted': 'The booking was deleted',
  'toast.wishlistDeleted': 'Removed from your wishlist',
  'toast.productDeleted': 'The listing was deleted',
  'toast.operationDone': 'Done',
  'toast.itemBooked': 'It is reserved for you',
  'toast.wishlistAdded': 'Added to your wishlist',
  'toast.alreadyBooked': 'Sorry, this item is already booked',
  'payment.heading': 'Pay for your',
  'payment.completed': 'You’ve paid. It’s yours.',
  'payment.transactionId': 'Payment reference',
  'required.email': 'Enter your email address',
  'required.password': 'Enter your password',
  'required.name': 'Enter a name',
  'required.profilePicture': 'Add a picture of yourself, or use your initials',
  'required.picture': 'Add a picture of the instrument',
  'required.resalePrice': 'Enter a price',
  'required.purchaseYear': 'Enter the year in which you bought it',
  'required.mobileNumber': 'Enter your phone number',
  'required.location': 'Enter the town where the instrument is',
  'required.meetingPlace': 'Say where you would like to meet',
  'required.description': 'Describe the instrument',
  'required.phone': 'Enter your phone number',
  'registration.anotherAccount': 'There is an account with this email already',
  'category.empty': 'Nothing on sale here yet',
  'category.placeholder': 'Choose a category',
  'category.title': '{name}',
  'product.sale': 'Featured',
  'product.bookNow': 'Buy now',
  'product.details': 'See details',
  'product.soldOut': 'Sold',
};

/** The same for labels that have no fixed id, by their English. */
export const correctedLabels: Readonly<Record<string, string>> = {
  String: 'Strings',
  'Add Product': 'List an instrument',
  'My Products': 'My listings',
  'All Products': 'All listings',
  Serial: 'No.',
  'Resale price': 'Price',
  'Meeting location': 'Where to meet',
  'Book {name}': 'Reserve {name}',
  Submit: 'Reserve',
  Login: 'Log in',
  Logout: 'Log out',
};
