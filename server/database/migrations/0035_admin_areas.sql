ALTER TABLE "users" ADD COLUMN "areas" text[];--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_areas_of_admins" CHECK ("users"."areas" is null or "users"."role" = 'admin') NOT VALID;