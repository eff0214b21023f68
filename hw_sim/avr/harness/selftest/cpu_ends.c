/* Defect 16: sleeps with interrupts off, which nothing ends. */
#include "selftest.h"

int main(void)
{
    cli();
    sleep_mode();
    return 0;
}
