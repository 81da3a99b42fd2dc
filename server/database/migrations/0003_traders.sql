CREATE TABLE "traders" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"status" text,
	"name" text,
	"address" text,
	"phone" text,
	"register" text,
	"vat" text,
	"asked_at" timestamp with time zone NOT NULL,
	"stated_at" timestamp with time zone,
	CONSTRAINT "traders_status_known" CHECK ("traders"."status" in ('private', 'trader')),
	CONSTRAINT "traders_stated_has_a_time" CHECK (("traders"."status" is null) = ("traders"."stated_at" is null)),
	CONSTRAINT "traders_have_name_and_address" CHECK ("traders"."status" <> 'trader' or "traders"."name" is not null and "traders"."address" is not null),
	CONSTRAINT "traders_text_lengths" CHECK (char_length("traders"."name") between 1 and 200 and char_length("traders"."address") between 1 and 400 and char_length("traders"."phone") between 1 and 100 and char_length("traders"."register") between 1 and 100 and char_length("traders"."vat") between 1 and 100)
);
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "withdrawal_days" integer;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "traders" ADD CONSTRAINT "traders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;