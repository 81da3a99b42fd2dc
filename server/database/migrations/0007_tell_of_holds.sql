CREATE TABLE "availability_alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_kind_known";--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_reader_known";--> statement-breakpoint
ALTER TABLE "bookings" DROP CONSTRAINT "bookings_release_reason_known";--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "reader_id" uuid;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "release_note" text;--> statement-breakpoint
ALTER TABLE "availability_alerts" ADD CONSTRAINT "availability_alerts_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "availability_alerts" ADD CONSTRAINT "availability_alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "availability_alerts_once" ON "availability_alerts" USING btree ("product_id","user_id");--> statement-breakpoint
CREATE INDEX "availability_alerts_by_user" ON "availability_alerts" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_reader_id_users_id_fk" FOREIGN KEY ("reader_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_watcher_has_an_id" CHECK (("mails"."reader" = 'watcher') = ("mails"."reader_id" is not null));--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind_known" CHECK ("mails"."kind" in ('booked', 'hold-expiring', 'hold-expired', 'paid', 'return-requested', 'return-refused', 'returned', 'refunded', 'free-again'));--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_reader_known" CHECK ("mails"."reader" in ('buyer', 'seller', 'watcher'));--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_release_note_length" CHECK (char_length("bookings"."release_note") between 1 and 500);--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_release_reason_known" CHECK ("bookings"."release_reason" in ('expired', 'cancelled', 'deleted', 'declined', 'withdrawn', 'removed'));