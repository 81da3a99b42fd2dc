ALTER TABLE "users" ADD COLUMN "about" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "town" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "spoken" text[];--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_about_length" CHECK (char_length("users"."about") <= 300) NOT VALID;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_town_length" CHECK (char_length("users"."town") <= 80) NOT VALID;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_spoken_count" CHECK (cardinality("users"."spoken") <= 10) NOT VALID;