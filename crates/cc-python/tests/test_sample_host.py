import sample_host


def test_the_sample_host_runs():
    sample_host.main()
